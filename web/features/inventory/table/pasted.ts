import { toast } from '#web/ui/dialogs/toast.tsx'
import { number, plural } from '#web/ui/format.ts'
import type { GridProps } from '../grid/grid-props.ts'

/** The largest page, in rows. */
const mostRows = 1000

/** Says what of a pasted block found no place, and offers the largest page where rows are left. */
export const tellPasted = (
  { rowsOver, columnsOver, readOnly }: Parameters<GridProps['onPasted']>[0],
  items: number,
  show: (limit: number) => void,
): void => {
  const left = [
    rowsOver ? `${plural(rowsOver, 'row')} past the end of this page` : '',
    columnsOver ? `${plural(columnsOver, 'column')} past the last column` : '',
    readOnly ? `${plural(readOnly, 'cell')} can’t be edited` : '',
  ].filter(Boolean)
  if (!left.length) return
  const sentence = `${left.join(', ')}.`
  if (rowsOver && items > 0)
    toast.error('Some cells weren’t pasted', sentence, {
      label: `Show ${number(Math.min(mostRows, Math.max(items, 1)))} rows`,
      run: () => show(mostRows),
    })
  else toast.info(sentence)
}
