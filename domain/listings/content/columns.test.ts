import { describe, expect, it } from 'vitest'
import type { SheetHeader } from '#contract/channels/shapes/csv.ts'
import { rowsMeter } from '../../products/attributes/meter.ts'
import { type Fill, type RowSource, cellOf } from './columns.ts'

const source: RowSource = {
  title: 'Lens',
  description: '',
  condition: 'New',
  tags: [],
  vendor: '',
  images: [],
  sizeAndWeight: null,
}
const fill = (text: string): Fill => ({
  header: { name: 'Notes', dataType: '', options: [], strict: false } as unknown as SheetHeader,
  text,
  isOwn: true,
})
const variant = (values: Record<string, string>) => ({ sku: 'L-1', options: {}, price: '1.00', quantity: 1, values })

describe('The cells of a row', () => {
  it('read what a variation holds once, however many columns a sheet has', () => {
    let reads = 0
    const read = {
      ...variant({}),
      get values() {
        reads += 1
        return { mount: 'F-mount' }
      },
    }
    for (let column = 0; column < 100; column += 1)
      expect(cellOf(fill('{{Mount}}'), source, read)).toEqual({ cell: 'F-mount', unresolved: [] })
    expect(reads).toBe(1)
  })

  it('are empty and marked once all cells of a listing are longer together than Motto works with', () => {
    const meter = rowsMeter()
    const long = variant({ log: 'kept dry '.repeat(10_000) })
    const cells = Array.from({ length: 300 }, () => cellOf(fill('{{Log}}'), source, long, meter))
    expect(cells[0]?.isTooLong).toBeUndefined()
    expect(cells.at(-1)).toEqual({ cell: '', unresolved: [], isTooLong: true })
    expect(meter.spent).toBeLessThan(100 * 300_000)
  })
})
