import { expect, it } from 'vitest'
import { makeFilter, type Fields } from './search.ts'

interface Row {
  sku: string
  title: string
  price: number
  tags: string[]
  at: Date
}
const rows: Row[] = [
  { sku: 'A-1', title: 'Blue mug', price: 5, tags: ['kitchen'], at: new Date('2026-07-01T10:00:00.900Z') },
  { sku: 'B 2', title: 'Red (big) mug', price: 9, tags: ['kitchen', 'sale'], at: new Date('2026-07-02T10:00:00Z') },
  { sku: "C'3", title: 'Lamp', price: 20, tags: [], at: new Date('2026-07-03T10:00:00Z') },
]
const fields: Fields<Row> = {
  default: (row) => [row.title, row.sku],
  sku: (row) => row.sku,
  price: (row) => row.price,
  tag: (row) => row.tags,
  updated_at: (row) => row.at,
}
const find = (query: string | null) => rows.filter(makeFilter(query, fields)).map((row) => row.sku)

it.each([
  [null, ['A-1', 'B 2', "C'3"]],
  ['', ['A-1', 'B 2', "C'3"]],
  ['mug', ['A-1', 'B 2']],
  ['red mug', ['B 2']],
  ['sku:a-1', ['A-1']],
  ['sku:"B 2"', ['B 2']],
  ["sku:'C\\'3'", ["C'3"]],
  ['sku:A*', ['A-1']],
  ['sku:A', []],
  ['sku:A-1 OR sku:"B 2"', ['A-1', 'B 2']],
  ['(sku:A-1 OR sku:"B 2") AND tag:sale', ['B 2']],
  ['-tag:kitchen', ["C'3"]],
  ['NOT tag:sale', ['A-1', "C'3"]],
  ['price:>=9 price:<20', ['B 2']],
  ['price:5', ['A-1']],
  ["updated_at:>='2026-07-01T10:00:00Z'", ['A-1', 'B 2', "C'3"]],
  ["updated_at:>'2026-07-01T10:00:00Z'", ['B 2', "C'3"]],
  ['updated_at:<=2026-07-02T10:00:00Z', ['A-1', 'B 2']],
  ['unknown_field:x', ['A-1', 'B 2', "C'3"]],
])('%s finds %j', (query, skus) => {
  expect(find(query)).toEqual(skus)
})
