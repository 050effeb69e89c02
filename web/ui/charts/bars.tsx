import classes from './charts.module.css'
import { type PartsProps, Press } from './press.tsx'

/** A bar for each part, with its name before and its value after it. */
export function Bars({ label, parts, ...press }: PartsProps) {
  const highest = Math.max(...parts.map(({ value }) => value), 1)
  return (
    <ul className={classes.bars} aria-label={label}>
      {parts.map((part) => (
        <li key={part.key}>
          <Press part={part} className={classes.bar} {...press}>
            <span className={classes.name}>{part.name}</span>
            <span className={classes.track} aria-hidden="true">
              <i style={{ width: `${Math.max(0, part.value / highest) * 100}%`, background: part.color }} />
            </span>
            <b className={classes.value}>{part.text}</b>
          </Press>
        </li>
      ))}
    </ul>
  )
}
