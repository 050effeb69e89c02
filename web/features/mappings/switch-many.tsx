import { Button, Checkbox } from '@mantine/core'
import { type DraftMapping, switched } from './draft.ts'
import classes from './rules.module.css'

interface Props {
  mappings: readonly DraftMapping[]
  /** Uuids. */
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onChange: (mappings: DraftMapping[]) => void
}

/** Switches the chosen mappings of a list together: one change, shown before it is saved and undone at once, as that of a single one is. */
export function SwitchMany({ mappings, chosen, onChoose, onChange }: Props) {
  const here = mappings.filter(({ uuid }) => chosen.has(uuid))
  // Never disabled while it has the focus: that would be lost with it.
  const turn = (active: boolean) => onChange(switched(mappings, chosen, active))
  return (
    <div className={classes.many} role="group" aria-label="Selected mappings">
      <Checkbox
        label={here.length > 0 ? `${here.length} of ${mappings.length} selected` : 'Select all'}
        aria-label="Select all mappings"
        checked={here.length === mappings.length}
        indeterminate={here.length > 0 && here.length < mappings.length}
        onChange={() => onChoose(new Set(here.length === mappings.length ? [] : mappings.map(({ uuid }) => uuid)))}
      />
      <Button type="button" variant="default" size="xs" disabled={here.length === 0} onClick={() => turn(true)}>
        Turn on
      </Button>
      <Button type="button" variant="default" size="xs" disabled={here.length === 0} onClick={() => turn(false)}>
        Turn off
      </Button>
    </div>
  )
}
