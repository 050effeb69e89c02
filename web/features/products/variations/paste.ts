import { money, pieces, readEntry } from '#domain/numbers/entry.ts'
import type { Block } from '#web/ui/tables/tsv.ts'
import { decimalSign } from '#web/ui/inputs/decimal-sign.ts'
import type { DraftVariation, Template } from '../page/draft.ts'
import type { At } from './grid-keys.ts'
import { withOption } from './variation-values.ts'

/** The columns after the options, in the order in which a row shows them. */
export const gridColumns = ['name', 'sku', 'barcode', 'quantity', 'price', 'cost'] as const

function withNumber(row: DraftVariation, column: 'quantity' | 'price' | 'cost', text: string): DraftVariation {
  const entry = readEntry(text, column === 'quantity' ? pieces() : money(column), decimalSign())
  return 'problem' in entry ? row : { ...row, [column]: entry.value }
}

function withText(row: DraftVariation, template: Template, position: number, text: string): DraftVariation {
  const option = template.variations[position]
  if (option !== undefined) return withOption(row, template, option, text.trim())
  const column = gridColumns[position - template.variations.length]
  if (column === undefined || (column === 'sku' && row.skuLock !== '')) return row
  if (column === 'quantity' || column === 'price' || column === 'cost') return withNumber(row, column, text)
  return { ...row, [column]: text.trim() }
}

/** The rows with a block of cells laid over them from one cell on. What reaches beyond them is left out; a number that cannot be read changes nothing. */
export const withBlock = (
  rows: readonly DraftVariation[],
  template: Template,
  at: At,
  block: Block,
): DraftVariation[] =>
  rows.map((row, index) =>
    (block[index - at.row] ?? []).reduce((next, text, n) => withText(next, template, at.column + n, text), row),
  )
