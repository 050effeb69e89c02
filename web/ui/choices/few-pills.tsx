import { Pill, type ComboboxRenderPillInput } from '@mantine/core'
import { useState } from 'react'
import classes from './few-pills.module.css'

/** How many tags a field with options shows (LST-099). */
const mostShown = 5

/** Draws the first tags of a field, and how many more there are; those are shown when asked for, until the field is left. */
export function useFewPills(values: readonly string[]) {
  const [all, setAll] = useState(false)
  const renderPill = ({ value, option, onRemove, disabled }: ComboboxRenderPillInput) => {
    const at = values.indexOf(value ?? '')
    if (all || at < mostShown)
      return (
        <Pill withRemoveButton={!disabled} onRemove={onRemove} disabled={disabled}>
          {option?.label ?? value}
        </Pill>
      )
    if (at > mostShown) return null
    const more = values.length - mostShown
    return (
      <button
        type="button"
        className={classes.more}
        aria-label={`Show ${more} more`}
        title={values.slice(mostShown, mostShown + 20).join(', ')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setAll(true)}
      >
        +{more}
      </button>
    )
  }
  return { renderPill, onBlur: () => setAll(false) }
}
