import { type ReactNode, useId } from 'react'
import classes from './segments.module.css'

interface Props<V extends string> {
  'aria-label': string
  /** What is written is the value itself where it has no label of its own. */
  data: readonly (V | { value: V; label: ReactNode })[]
  /** One that is not among `data`: none is chosen. */
  value: string
  onChange: (value: V) => void
  disabled?: boolean
  className?: string
}

/** One of a few, side by side. That of Mantine measures where its sign of the choice stands, and a page that holds it is laid out for that. */
export function Segments<V extends string>({ data, value, onChange, disabled, className, ...rest }: Props<V>) {
  const name = useId()
  return (
    <div role="radiogroup" className={`${classes.segments} ${className ?? ''}`} {...rest}>
      {data.map((each) => {
        const option = typeof each === 'string' ? { value: each, label: each } : each
        return (
          <label key={option.value} className={classes.segment}>
            <input
              type="radio"
              className={classes.radio}
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={disabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        )
      })}
    </div>
  )
}
