import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProducts } from '#contract/products/products.ts'
import { type ImportApp, importApp } from '../../testing/shop/imports.ts'

let app: ImportApp
beforeAll(async () => {
  app = await importApp()
})
afterAll(() => app.stop())

const columns = ['sku', 'title', 'notes', 'price', 'quantity', 'tags', 'Colour', 'DELETE'] as const
type Line = Record<(typeof columns)[number], string>
/** What the fields of a product read, as the plan writes them. */
type State = Map<string, Record<string, string>>
const line = fc.record<Line>({
  sku: fc.constantFrom('A', 'B', '007', 'D'),
  title: fc.constantFrom('', 'One', 'Two, "quoted"', 'Ärger €'),
  notes: fc.constantFrom('', 'n', '=1+1'),
  price: fc.constantFrom('', '0', '12.50', '1,000.00', 'cheap'),
  quantity: fc.constantFrom('', '0', '3', '1.5'),
  tags: fc.constantFrom('', 'a', 'a,b'),
  Colour: fc.constantFrom('', 'Red', '0010'),
  DELETE: fc.constantFrom('', '', '', 'DELETE'),
})
const file = fc.uniqueArray(line, { selector: (l) => l.sku, maxLength: 4, minLength: 1 })
const csv = (lines: readonly Line[]) =>
  [columns.join(','), ...lines.map((l) => columns.map((c) => `"${l[c].replaceAll('"', '""')}"`).join(','))].join('\n')

/** The rules of a row, written down a second time: blank numbers, and those that cannot be read, are 0 at first and no change afterwards. */
function take(state: State, l: Line): void {
  const before = state.get(l.sku)
  if (l.DELETE === 'DELETE') return void state.delete(l.sku)
  const price =
    ({ '0': '0', '12.50': '12.5', '1,000.00': '1000' } as Record<string, string>)[l.price] ?? before?.price ?? '0'
  const quantity = ['0', '3'].includes(l.quantity) ? l.quantity : (before?.quantity ?? '0')
  state.set(l.sku, {
    title: l.title || (before?.title ?? ''),
    notes: l.notes,
    price,
    quantity,
    tags: l.tags,
    Colour: l.Colour,
  })
}

describe('imports beside a plain model', () => {
  it('the differences that a plan shows are what an import does', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(file, file, async (first, second) => {
        const { as, templateId: template, imported, planned, apply } = await app.shop()
        const mapping = { template, attributeMappings: { Colour: 'Colour' } }
        const now = async (): Promise<State> =>
          new Map(
            ((await app.call(listProducts, { as, query: { limit: 100 } })).body.data?.data ?? []).map((p) => [
              p.sku,
              {
                title: p.title,
                notes: p.notes,
                price: String(p.price),
                quantity: String(p.quantity),
                tags: p.tags,
                Colour: p.attributes?.find((a) => a.name === 'Colour')?.value ?? '',
              },
            ]),
          )
        const model: State = new Map()
        for (const l of first) take(model, l)
        await imported(csv(first), mapping)
        const between = await now()
        expect(between).toEqual(model)

        const { id, rows } = await planned(csv(second), mapping)
        for (const l of second) take(model, l)
        await apply(id)
        const after = await now()
        expect(after).toEqual(model)
        // The plan alone leads from what was there to what is there.
        const state: State = new Map([...between].map(([sku, fields]) => [sku, { ...fields }]))
        for (const row of rows) {
          const fields = state.get(row.sku)
          if (row.outcome === 'delete') state.delete(row.sku)
          for (const { field, before, after } of row.changes) {
            const name = field.replace('attr.', '')
            const plain = (text: string) =>
              name === 'price' ? String(Number(text)) : name === 'tags' ? text.replaceAll(', ', ',') : text
            expect(fields?.[name]).toBe(plain(before))
            if (fields) fields[name] = plain(after)
          }
          if (row.outcome === 'create') state.set(row.sku, after.get(row.sku) ?? {})
        }
        expect(after).toEqual(state)
        expect(
          (await planned(csv(second), mapping)).rows.filter((r) => r.outcome === 'create' || r.outcome === 'update'),
        ).toEqual([])
      }),
      { numRuns: 6 },
    )
  })
})
