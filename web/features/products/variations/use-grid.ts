import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { anyNumber, readEntry } from '#domain/numbers/entry.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { plural } from '#web/ui/format.ts'
import { decimalSign } from '#web/ui/inputs/decimal-sign.ts'
import { type Block, readBlock } from '#web/ui/tables/tsv.ts'
import { useWritable } from '#web/may.tsx'
import type { DraftVariation } from '../page/draft.ts'
import { type At, cellsOf, enterText, moveByKey, placeOf, rememberText, undoByEscape } from './grid-keys.ts'
import { mostVariations } from './combine.ts'
import { withBlock } from './paste.ts'
import { blankVariation } from './variation-values.ts'
import type { VariationsProps } from './variations-props.ts'

/** `1` and `1.00` are the same. */
function isSameNumber(shown: string, pasted: string): boolean {
  const [a, b] = [shown, pasted].map((text) => readEntry(text, anyNumber(), decimalSign()))
  return a !== undefined && b !== undefined && 'value' in a && 'value' in b && a.value === b.value
}

interface Grid extends Pick<VariationsProps, 'template' | 'draft' | 'onChange'> {
  /** Those that are drawn, in their order. */
  shown: readonly DraftVariation[]
}

/** What makes the fields of the variations that are shown one grid: keys, blocks from a spreadsheet, and filling down. */
export function useGrid({ template, draft, shown, onChange }: Grid) {
  const writable = useWritable()
  const rows = draft.variations
  /** What the focus was in last: buttons outside the grid work on it. */
  const last = useRef<HTMLInputElement>(null)
  const lay = (grid: Element, at: At, block: Block, to: readonly DraftVariation[] = shown) => {
    const laid = new Map(withBlock(to, template, at, block).map((row) => [row.key, row]))
    const added = to.filter(({ key }) => !rows.some((row) => row.key === key))
    flushSync(() => onChange([...rows, ...added].map((row) => laid.get(row.key) ?? row)))
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
    const more = Math.min(at.row + block.length, mostVariations) - rows.length
    // A few of them are shown: what reaches beyond these is not meant for the others.
    if (more <= 0 || shown.length < rows.length) return lay(grid, at, block)
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
    if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) {
      if (fillDown(event.currentTarget, event.target)) event.preventDefault()
      return
    }
    moveByKey(event)
  }
  /** Gives every row below the value of this cell. SKUs stay: each variation has its own. @returns whether it is a cell */
  const fillDown = (grid: Element, input: EventTarget): boolean => {
    const at = placeOf(cellsOf(grid), input)
    if (!writable || !at || !(input instanceof HTMLInputElement)) return false
    const isSku = at.column === template.variations.length + 1
    const below = shown.length - at.row - 1
    if (!isSku && below > 0)
      lay(
        grid,
        { ...at, row: at.row + 1 },
        Array.from({ length: below }, () => [input.value]),
      )
    return true
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    rememberText(event)
    if (event.target instanceof HTMLInputElement) last.current = event.target
  }
  /** The grid and the cell that buttons work on; where there is none, says how to choose one. */
  const current = () => {
    const input = last.current
    const grid = input?.isConnected ? input.closest('[data-grid]') : null
    if (input && grid) return { grid, input }
    toast.info('Select a cell first.')
    return undefined
  }
  return {
    cells: { onPaste, onKeyDown, onFocus, 'data-grid': true },
    fillDown: () => {
      const at = current()
      if (at) fillDown(at.grid, at.input)
    },
    paste: async () => {
      const at = current()
      if (!at) return
      const text = await readClipboard()
      const place = placeOf(cellsOf(at.grid), at.input)
      if (text === undefined)
        toast.info('Press Ctrl V in a cell to paste.', {
          detail: 'Your browser doesn’t let this page read the clipboard.',
        })
      else if (place) await paste(at.grid, place, readBlock(text))
    },
  }
}

/** @returns undefined where the browser does not let a page read it */
const readClipboard = (): Promise<string | undefined> =>
  navigator.clipboard ? navigator.clipboard.readText().catch(() => undefined) : Promise.resolve(undefined)
