import { type PointerEvent, useState } from 'react'
import { dayName, number, once } from '../format.ts'
import classes from './charts.module.css'
import { labelled, thickest, ticksTo } from './scale.ts'

export interface Series {
  key: string
  name: string
  color: string
  /** One for each day. */
  values: readonly number[]
  /** A line beside the areas, e.g. of the period before. */
  dashed?: boolean
}
interface Props {
  label: string
  /** Like 2026-11-21, oldest first. */
  days: readonly string[]
  series: readonly Series[]
  /** Series of the same place in the order of the areas, drawn as one dashed line. */
  onPickDay?: ((day: string) => void) | undefined
  onPickSeries?: ((key: string) => void) | undefined
  /** What is counted: `order`. */
  unit: string
  /** A line over a pale area, where there is one series: nothing stands on top of it. */
  line?: boolean
}

const [W, H] = [1000, 200]
const long = once(
  () =>
    new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      timeZone: 'UTC',
    }),
)
const at = (day: string) => new Date(`${day}T00:00:00Z`)

/** Counts by day: areas on top of each other, of which each is a series. Arrow keys walk over the days. */
export function DaysChart({ label, days, series, unit, line, onPickDay, onPickSeries }: Props) {
  const [day, setDay] = useState<number>()
  const areas = series.filter(({ dashed }) => !dashed)
  const lines = series.filter(({ dashed }) => dashed)
  const tops = areas.map((_, upTo) =>
    days.map((_d, n) => areas.slice(0, upTo + 1).reduce((sum, { values }) => sum + (values[n] ?? 0), 0)),
  )
  const highest = Math.max(0, ...(tops.at(-1) ?? []), ...lines.flatMap(({ values }) => values))
  const ticks = ticksTo(highest)
  const top = ticks.at(-1) ?? 1
  const x = (n: number) => (days.length > 1 ? (n / (days.length - 1)) * W : W / 2)
  const y = (value: number) => H - (value / top) * H
  const path = (values: readonly number[]) =>
    values.map((value, n) => `${n ? 'L' : 'M'}${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join('')
  const under = (upTo: number) => (upTo > 0 ? (tops[upTo - 1] ?? []) : days.map(() => 0))
  const area = (upTo: number) => {
    const [over, below] = [tops[upTo] ?? [], under(upTo)]
    // One day alone is a bar, not a line without a width.
    if (days.length === 1) return `M${W * 0.4} ${y(over[0] ?? 0)}H${W * 0.6}V${y(below[0] ?? 0)}H${W * 0.4}Z`
    return `${path(over)}${[...below.keys()]
      .reverse()
      .map((n) => `L${x(n).toFixed(1)} ${y(below[n] ?? 0).toFixed(1)}`)
      .join('')}Z`
  }
  const nearest = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const n = Math.round(((event.clientX - box.left) / Math.max(1, box.width)) * (days.length - 1))
    return Math.min(days.length - 1, Math.max(0, n))
  }
  const valueText = (n: number) => {
    const counts = areas.filter(({ values }) => values[n]).map(({ name, values }) => `${name} ${number(values[n])}`)
    const all = tops.at(-1)?.[n] ?? 0
    const beside = lines.map(({ name, values }) => `, ${name} ${number(values[n] ?? 0)}`).join('')
    return `${long().format(at(days[n] ?? ''))}: ${number(all)} ${unit}${all === 1 ? '' : 's'}${counts.length > 1 ? `, ${counts.join(', ')}` : ''}${beside}`
  }
  return (
    <div className={classes.days}>
      <Legend label={label} series={series} onPick={onPickSeries} />
      <div className={classes.plot}>
        <div className={classes.ticks} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
              {number(tick)}
            </span>
          ))}
        </div>
        <div
          className={classes.canvas}
          onPointerMove={(event) => setDay(nearest(event))}
          onPointerLeave={() => setDay(undefined)}
          onPointerUp={onPickDay && ((event) => event.button === 0 && onPickDay(days[nearest(event)] ?? ''))}
        >
          <svg viewBox={`0 0 ${W} ${H}`} preserveAspectRatio="none" aria-hidden="true">
            {ticks.map((tick) => (
              <path key={tick} d={`M0 ${y(tick)}H${W}`} className={classes.line} />
            ))}
            {areas.map(({ key, color }, n) => (
              <path
                key={key}
                d={area(n)}
                fill={color}
                className={classes.area}
                data-thin={days.length > 60 || undefined}
                data-pale={line || undefined}
              />
            ))}
            {line &&
              days.length > 1 &&
              areas.map(({ key, color }, n) => (
                <path key={key} d={path(tops[n] ?? [])} stroke={color} className={classes.over} />
              ))}
            {lines.map(({ key, values }) => (
              <path key={key} d={path(values)} className={classes.before} />
            ))}
            {day !== undefined && <path d={`M${x(day)} 0V${H}`} className={classes.cursor} />}
          </svg>
          {areas.length > 1 &&
            areas.map(({ key, name, values }, n) => {
              const at = thickest(values, top)
              return (
                at !== undefined && (
                  <span
                    key={key}
                    className={classes.named}
                    style={{
                      left: `${(x(at) / W) * 100}%`,
                      bottom: `${(((under(n)[at] ?? 0) + (values[at] ?? 0) / 2) / top) * 100}%`,
                    }}
                    aria-hidden="true"
                  >
                    {name}
                  </span>
                )
              )
            })}
          <input
            type="range"
            className="sr-only"
            min={0}
            max={Math.max(0, days.length - 1)}
            value={day ?? days.length - 1}
            aria-label={`${label}, by day`}
            aria-valuetext={valueText(day ?? days.length - 1)}
            onChange={(event) => setDay(Number(event.currentTarget.value))}
            onFocus={() => setDay(days.length - 1)}
            onBlur={() => setDay(undefined)}
            onKeyDown={(event) => event.key === 'Enter' && onPickDay?.(days[day ?? days.length - 1] ?? '')}
          />
          {day !== undefined && <Tip {...{ day, days, series, unit }} total={tops.at(-1)?.[day] ?? 0} left={x(day)} />}
        </div>
        <div className={classes.labels} aria-hidden="true">
          {labelled(days.length, 5).map((n) => (
            <span key={n}>{dayName(days[n] ?? '')}</span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** What the day under the pointer or the keys comes to. @param left of `W` */
const Tip = ({
  day,
  days,
  series,
  unit,
  total,
  left,
}: Pick<Props, 'days' | 'series' | 'unit'> & { day: number; total: number; left: number }) => (
  <div
    className={classes.tip}
    data-left={day > days.length / 2 || undefined}
    style={{ left: `${(left / W) * 100}%` }}
    aria-hidden="true"
  >
    <span>{long().format(at(days[day] ?? ''))}</span>
    {series.map(({ key, name, color, dashed, values }) =>
      values[day] ? (
        <span key={key}>
          <i style={{ background: color }} data-dashed={dashed || undefined} />
          {name} <b>{number(values[day])}</b>
        </span>
      ) : null,
    )}
    <b>{`${number(total)} ${unit}${total === 1 ? '' : 's'}`}</b>
  </div>
)

const Legend = ({ label, series, onPick }: Pick<Props, 'label' | 'series'> & { onPick: Props['onPickSeries'] }) => (
  <ul className={classes.legend} aria-label={`${label}, series`}>
    {series.map(({ key, name, color, dashed }) => (
      <li key={key}>
        {onPick && !dashed ? (
          <button type="button" title={`Filter by ${name}`} onClick={() => onPick(key)}>
            <i style={{ background: color }} aria-hidden="true" />
            {name}
          </button>
        ) : (
          <span>
            <i style={{ background: color }} data-dashed={dashed || undefined} aria-hidden="true" />
            {name}
          </span>
        )}
      </li>
    ))}
  </ul>
)
