import { ago, money, number } from '#web/ui/format.ts'
import type { ColumnDef, ProductRow } from './columns.ts'
import type { GridModel } from '../grid/model.ts'
import { cut, wordsOf } from '#web/form/words/plain.ts'
import { sampledRows, widthFor } from './widths.ts'

let context: CanvasRenderingContext2D | null | undefined

/** Width of a text in the table's letters, in pixels. */
function measure(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 7
  context.font = getComputedStyle(document.body).font
  return context.measureText(text).width
}

const sign = 26

/** What a cell shows, as a text of about its width. */
function sample(column: ColumnDef, text: string | null): string {
  if (text === null) return 'No attribute'
  switch (column.kind) {
    case 'money':
      return money(Number(text))
    case 'count':
      return number(Number(text))
    case 'time':
      return ago(text)
    case 'html':
      return cut(wordsOf(text))
    case 'tags':
      return text.split(',').slice(0, 5).join('     ')
    case 'sku':
      return `${text}${' '.repeat(Math.ceil(text.length / 3))}`
    default:
      return cut(text)
  }
}

/** Widths at which the columns show what is in them (INV-222..224); a picture keeps its own. */
export function autoWidths(
  columns: readonly ColumnDef[],
  rows: readonly ProductRow[],
  model: GridModel,
): Record<string, number> {
  const sampled = rows.slice(0, sampledRows)
  const widths = columns.flatMap((column) => {
    if (column.kind === 'image') return []
    if (column.kind === 'listings') {
      const most = Math.max(1, ...sampled.map((row) => Math.min(5, row.listings?.length ?? 0)))
      return [[column.key, widthFor(column.label, [], measure) + Math.max(0, most - 3) * sign] as const]
    }
    const texts =
      column.kind === 'status' || column.kind === 'flag'
        ? []
        : sampled.map((row) => sample(column, model.textOf(row, column)))
    return [[column.key, widthFor(column.label, texts, measure)] as const]
  })
  return Object.fromEntries(widths)
}
