import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { Icon } from '../ui/images/icon.tsx'
import classes from './auth.module.css'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string
  hint?: ReactNode
  /** At the right of the label. */
  aside?: ReactNode
}

/** A labelled field; below it the hint or, in its place, what is wrong. */
export function Field({ label, value, onChange, error, hint, aside, type = 'text', ...input }: Props) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  const below = error ?? hint
  const element = (
    <input
      {...input}
      id={id}
      className={classes.input}
      type={secret && shown ? 'text' : type}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      aria-invalid={Boolean(error)}
      aria-describedby={below ? `${id}-below` : undefined}
    />
  )
  return (
    <div className={classes.field}>
      <span className={classes.label}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </span>
      {secret ? (
        <div className={classes.secret}>
          {element}
          <button
            type="button"
            className={classes.reveal}
            aria-label={shown ? `Hide ${label}` : `Show ${label}`}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      ) : (
        element
      )}
      {below && (
        <span
          id={`${id}-below`}
          className={classes.hint}
          data-error={error ? true : undefined}
          role={error ? 'alert' : undefined}
        >
          {below}
        </span>
      )}
    </div>
  )
}
