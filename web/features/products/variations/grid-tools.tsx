import { Button } from '@mantine/core'
import { Segments } from '#web/ui/choices/segments.tsx'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import classes from './variations.module.css'

export type Shown = 'all' | 'out' | 'problems'

interface Props {
  counts: Record<Shown, number>
  shown: Shown
  onShow: (shown: Shown) => void
  selected: number
  onFillDown: () => void
  onPaste: () => void
  onEdit: () => void
  onRemove: () => void
}

/** The cell that has the focus keeps it: it is what these work on. */
const keepFocus = (event: React.MouseEvent) => event.preventDefault()

/** What is done with many variations at once, and which of them are shown. */
export function GridTools({ counts, shown, onShow, selected, onFillDown, onPaste, onEdit, onRemove }: Props) {
  const segments = [
    { value: 'all' as const, label: `All ${number(counts.all)}` },
    ...(counts.out > 0 || shown === 'out' ? [{ value: 'out' as const, label: `Sold out ${number(counts.out)}` }] : []),
    ...(counts.problems > 0 || shown === 'problems'
      ? [{ value: 'problems' as const, label: `Needs review ${number(counts.problems)}` }]
      : []),
  ]
  return (
    <div className={classes.tools} role="group" aria-label="Edit variations">
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="arrow-down" size="s" />}
        title="Copy the cell to all rows below (Ctrl D)"
        onMouseDown={keepFocus}
        onClick={onFillDown}
      >
        Fill down
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="file" size="s" />}
        title="Paste cells from a spreadsheet (Ctrl V)"
        onMouseDown={keepFocus}
        onClick={onPaste}
      >
        Paste
      </Button>
      <Button variant="default" size="xs" leftSection={<Icon name="edit" size="s" />} onClick={onEdit}>
        {selected > 0 ? `Fill ${number(selected)} selected` : 'Fill all'}
      </Button>
      {selected > 0 && (
        <Button variant="default" size="xs" leftSection={<Icon name="trash" size="s" />} onClick={onRemove}>
          Remove {number(selected)} selected
        </Button>
      )}
      {segments.length > 1 && (
        <Segments
          aria-label="Variations shown"
          className={classes.shown}
          data={segments}
          value={shown}
          onChange={onShow}
        />
      )}
    </div>
  )
}
