import classes from './charts.module.css'
import { type Part, type PartsProps, Press } from './press.tsx'

const [R, HOLE] = [50, 29]
const point = (share: number, radius: number) => {
  const angle = share * 2 * Math.PI - Math.PI / 2
  return `${(50 + radius * Math.cos(angle)).toFixed(3)} ${(50 + radius * Math.sin(angle)).toFixed(3)}`
}
/** A slice of a ring between two shares of the whole. */
function slice(from: number, to: number): string {
  // A whole ring has no two ends: it is drawn to just before its begin.
  const end = Math.min(to, from + 0.9999)
  const large = end - from > 0.5 ? 1 : 0
  return `M${point(from, R)}A${R} ${R} 0 ${large} 1 ${point(end, R)}L${point(end, HOLE)}A${HOLE} ${HOLE} 0 ${large} 0 ${point(from, HOLE)}Z`
}
const shade = (part: Part, at: number, of: number) =>
  part.color ?? `color-mix(in oklab, var(--accent) ${Math.round(100 - (at / Math.max(1, of)) * 78)}%, var(--surface))`

/** A ring in slices, with a list of what they are: the list alone tells all of it. */
export function Pie({ label, parts, ...press }: PartsProps) {
  const whole = parts.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  const begins = parts.map((_, at) => parts.slice(0, at).reduce((sum, { value }) => sum + Math.max(0, value), 0))
  const share = (value: number) => (whole > 0 ? Math.max(0, value) / whole : 0)
  return (
    <div className={classes.pie}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        {parts.map((part, at) => (
          <path
            key={part.key}
            d={slice(share(begins[at] ?? 0), share((begins[at] ?? 0) + Math.max(0, part.value)))}
            style={{ fill: shade(part, at, parts.length) }}
            onClick={press.onPick && !press.fixed?.has(part.key) ? () => press.onPick?.(part.key) : undefined}
          >
            <title>{`${part.label}: ${part.text}`}</title>
          </path>
        ))}
      </svg>
      <ul aria-label={label}>
        {parts.map((part, at) => (
          <li key={part.key}>
            <Press part={part} className={classes.entry} {...press}>
              <i style={{ background: shade(part, at, parts.length) }} aria-hidden="true" />
              <span className={classes.name}>{part.name}</span>
              <span className="subtle">{part.text}</span>
              <b className={classes.value}>{Math.round(share(part.value) * 100)}%</b>
            </Press>
          </li>
        ))}
      </ul>
    </div>
  )
}
