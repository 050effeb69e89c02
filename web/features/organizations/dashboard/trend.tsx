import classes from './dashboard-content.module.css'

/** How much more or less than in the period before, in percent; nothing where it is the same or unknown. */
export const Trend = ({ percent }: { percent: number | undefined }) =>
  percent !== undefined &&
  percent !== 0 && (
    <span className={classes.change} data-way={percent > 0 ? 'up' : 'down'}>
      {percent > 0 ? '↑' : '↓'}
      <span className="sr-only">{percent > 0 ? 'up' : 'down'}</span> {Math.abs(percent)}%
    </span>
  )
