import type { ClipboardEvent, KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { anyNumber, readEntry } from '#domain/numbers/entry.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { plural } from '#web/ui/format.ts'
import { decimalSign } from '#web/ui/inputs/decimal-sign.ts'
import { type Block, readBlock } from '#web/ui/tables/tsv.ts'
import { useWritable } from '#web/may.tsx'
import type { DraftVariation } from '../page/draft.ts'
import { type At, cellsOf, enterText, moveByKey, placeOf, rememberText, undoByEscape } from './grid-keys.ts'
import { withBlock } from './paste.ts'
import { blankVariation } from './variation-values.ts'
import type { VariationsProps } from './variations-props.ts'

/** As the contract of products has it. */
const mostRows = 250

/** `1` and `1.00` are the same. */
function isSameNumber(shown: string, pasted: string): boolean {
  const [a, b] = [shown, pasted].map((text) => readEntry(text, anyNumber(), decimalSign()))
  return a !== undefined && b !== undefined && 'value' in a && 'value' in b && a.value === b.value
}

/** What makes the fields of all variations one grid: keys, blocks from a spreadsheet, and filling down. */
export function useGrid({ template, draft, onChange }: Pick<VariationsProps, 'template' | 'draft' | 'onChange'>) {
  const writable = useWritable()
  const rows = draft.variations
  const lay = (grid: Element, at: At, block: Block, to: readonly DraftVariation[] = rows) => {
    flushSync(() => onChange(withBlock(to, template, at, block)))
    // A field keeps what it cannot take, and says why; it also takes the place of what stood in it unread.
    const cells = cellsOf(grid)
    block.forEach((texts, down) =>
      texts.forEach((text, right) => {
        const field = cells[at.row + down]?.[at.column + right]
        if (field?.inputMode && !isSameNumber(field.value, text)) flushSync(() => enterText(field, text.trim()))
      }),
    )
  }
  const paste = async (grid: Element, at: At, block: Block) => {
    const more = Math.min(at.row + block.length, mostRows) - rows.length
    if (more <= 0) return lay(grid, at, block)
    const question = { title: `Add ${plural(more, 'variation')}?`, confirm: 'Add' }
    const body =
      'The pasted block has more rows than there are variations. Each new one gets a SKU that you can change.'
    if (!(await confirm({ ...question, body }))) return lay(grid, at, block)
    const added = Array.from({ length: more }).reduce<DraftVariation[]>(
      (all) => [...all, blankVariation(draft.sku, all)],
      [...rows],
    )
    lay(grid, at, block, added)
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const block = readBlock(event.clipboardData.getData('text/plain'))
    const grid = event.currentTarget
    const at = placeOf(cellsOf(grid), event.target)
    // A single value is the field's own affair.
    if (!writable || !at || (block.length < 2 && (block[0]?.length ?? 0) < 2)) return
    event.preventDefault()
    void paste(grid, at, block)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented) return
    undoByEscape(event)
    if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) return fillDown(event)
    moveByKey(event)
  }
  /** Gives every row below the value of this cell. SKUs stay: each variation has its own. */
  const fillDown = (event: KeyboardEvent<HTMLElement>) => {
    const input = event.target
    const at = placeOf(cellsOf(event.currentTarget), input)
    if (!writable || !at || !(input instanceof HTMLInputElement)) return
    event.preventDefault()
    const isSku = at.column === template.variations.length + 1
    const below = rows.length - at.row - 1
    if (isSku || below === 0) return
    lay(
      event.currentTarget,
      { ...at, row: at.row + 1 },
      Array.from({ length: below }, () => [input.value]),
    )
  }
  return { onPaste, onKeyDown, onFocus: rememberText }
}
