import classes from './skeleton.module.css'

/** A grey bar in the size of what comes; invisible for the first 200 ms. */
export const Bar = ({ width = '100%', height = 12 }: { width?: number | string; height?: number }) => (
  <span className={classes.bar} style={{ width, height }} />
)

const widths = ['72%', '54%', '63%', '48%', '68%', '58%']

/** Rows in their final height while a list is on its way. */
export const TableSkeleton = ({ rows = 8, label = 'Loading' }: { rows?: number; label?: string }) => (
  <div role="status" aria-label={label} aria-busy="true">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className={classes.row}>
        <Bar width={20} height={20} />
        <Bar width={96} />
        <Bar width={widths[row % widths.length]} />
      </div>
    ))}
  </div>
)

/** Labels and fields while a form is on its way. */
export const FormSkeleton = ({
  fields = 4,
  label = 'Loading',
  height,
}: {
  fields?: number
  label?: string
  /** Height of the content to come, in pixels, where there is something below it. */
  height?: number
}) => (
  <div role="status" aria-label={label} aria-busy="true" className="stack" style={{ minHeight: height }}>
    {Array.from({ length: fields }, (_, field) => (
      <div key={field} className={classes.field}>
        <Bar width={84} height={10} />
        <Bar height={32} />
      </div>
    ))}
  </div>
)
