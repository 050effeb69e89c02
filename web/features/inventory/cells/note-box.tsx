import { Button } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/images/icon.tsx'
import { money } from '#web/ui/format.ts'
import type { ColumnDef, ProductRow } from '../columns/columns.ts'
import { noteId } from '../grid/grid-keys.ts'
import type { GridModel, Spot } from '../grid/model.ts'
import classes from './cell-note.module.css'

interface NoteProps {
  model: GridModel
  spot: Spot
  row: ProductRow
  column: ColumnDef
  wrong: boolean
  title: string
  sentence: string
  instead: string | undefined
}

/** Beside the cell: what is wrong with it, and the buttons that mend it. */
export function NoteBox({ model, spot, row, column, wrong, title, sentence, instead }: NoteProps) {
  const box = useRef<HTMLDivElement>(null)
  const place = useCellPlace(box, spot)
  const close = () => {
    model.note.set(null)
    cellElement(box, spot)?.focus()
  }
  return (
    <div
      ref={box}
      id={noteId}
      className={classes.note}
      style={place ?? { visibility: 'hidden' }}
      role="status"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <p className={wrong ? classes.wrong : classes.doubt}>
        <Icon name={wrong ? 'alert' : 'warning'} />
        {title}
      </p>
      <p className="muted">{sentence}</p>
      <div className={classes.buttons}>
        {instead !== undefined && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              model.edit([{ row, column, text: instead }])
              close()
            }}
          >
            Use {money(Number(instead))}
          </Button>
        )}
        <Button
          size="xs"
          variant={instead === undefined ? 'default' : 'subtle'}
          onClick={() => {
            model.revert(row.id, column)
            close()
          }}
        >
          Revert
        </Button>
        <kbd title="Goes to these buttons from the cell">Alt Enter</kbd>
      </div>
    </div>
  )
}

const cellElement = (box: RefObject<HTMLElement | null>, { id, key }: Spot) =>
  box.current?.parentElement?.querySelector<HTMLElement>(`[row-id="${id}"] [col-id="${CSS.escape(key)}"]`)

/** Under the cell, above it where there is no room, and hidden while the cell is not in sight. */
function useCellPlace(box: RefObject<HTMLDivElement | null>, spot: Spot) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  useEffect(() => {
    const move = () => {
      const frame = box.current?.parentElement?.getBoundingClientRect()
      const cell = cellElement(box, spot)?.getBoundingClientRect()
      const own = box.current?.getBoundingClientRect()
      if (!frame || !cell || !own) return setPlace(null)
      const under = cell.bottom + 6 - frame.top
      const fitsUnder = under + own.height < frame.height
      setPlace({
        left: Math.max(8, Math.min(cell.right - own.width - frame.left, frame.width - own.width - 8)),
        top: fitsUnder ? under : Math.max(8, cell.top - frame.top - own.height - 6),
      })
    }
    move()
    const frame = box.current?.parentElement
    frame?.addEventListener('scroll', move, true)
    addEventListener('resize', move)
    return () => {
      frame?.removeEventListener('scroll', move, true)
      removeEventListener('resize', move)
    }
  }, [box, spot])
  return place
}
