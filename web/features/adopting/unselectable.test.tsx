// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { all, answer, away, theOne, show } from '#web/testing/screen.tsx'
import { searchProducts } from '#contract/products/products.ts'
import { barredOf, columnsOf } from './columns.tsx'
import type { Found } from './words.ts'

afterEach(away)

const rowOf = (id: number, sku: string) =>
  ({
    id,
    title: `Lamp ${id}`,
    url: '',
    image: '',
    parts: [{ sku, name: '', price: 100, quantity: 1, barcode: '' }],
    products: [],
    doubts: [],
    problem: '',
  }) as unknown as Found

it('IMP-165 an item without a SKU cannot be chosen, made a product of or linked, and its tooltip says why', async () => {
  const rows = [rowOf(1, ''), rowOf(2, 'LAMP-2')]
  show(
    <DataTable
      label="Not in Motto"
      columns={columnsOf({ name: 'Shopify', tab: 'new', act: () => undefined })}
      rows={rows}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.title}
      selected={new Set<number>()}
      onSelect={() => undefined}
      unselectable={barredOf}
    />,
    { answers: [answer(searchProducts, [])] },
  )
  const make = (await theOne('button', 'Import: Lamp 1')) as HTMLButtonElement
  expect([make.disabled, make.title]).toEqual([true, 'Item must have SKU'])
  expect(((await theOne('button', 'Import: Lamp 2')) as HTMLButtonElement).disabled).toBe(false)
  expect(all('button', /^Link to…: /).map((button) => button.getAttribute('aria-label'))).toEqual(['Link to…: Lamp 2'])
  const boxes = [...document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')]
  expect(boxes.map(({ disabled }) => disabled)).toEqual([true, false])
  expect(document.querySelector('tbody tr [title="Item must have SKU"]')).not.toBeNull()
})
