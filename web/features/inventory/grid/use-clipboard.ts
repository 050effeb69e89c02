import type { ClipboardEvent } from 'react'
import type { GridProps } from './grid-props.ts'
import type { GridModel } from './model.ts'
import { tally } from '../cells/pending.ts'
import { readBlock, writeBlock } from '#web/ui/tables/tsv.ts'

const inField = ({ target }: ClipboardEvent) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null

/** Blocks of cells to and from spreadsheets, by the browser's own copy, cut and paste. */
export function useClipboard(model: GridModel, onPasted: GridProps['onPasted']) {
  const copy = (event: ClipboardEvent): boolean => {
    const block = inField(event) ? null : model.copy()
    if (!block) return false
    event.clipboardData.setData('text/plain', writeBlock(block))
    event.preventDefault()
    return true
  }
  return {
    onCopy: copy,
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) model.clear()
    },
    onPaste: (event: ClipboardEvent) => {
      const text = inField(event) ? '' : event.clipboardData.getData('text/plain')
      if (!text) return
      event.preventDefault()
      const before = tally(model.pending.get()).changes
      const pasted = model.paste(readBlock(text))
      if (!pasted) return
      onPasted({
        rowsOver: pasted.rowsOver,
        columnsOver: pasted.columnsOver,
        readOnly: pasted.readOnly,
        changed: tally(model.pending.get()).changes - before,
      })
    },
  }
}
