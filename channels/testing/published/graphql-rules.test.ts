import { buildSchema, executeSync, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { graphqlCheckerOf } from './graphql.ts'

const { schema, validateDocument, checkAnswer } = graphqlCheckerOf(
  buildSchema(`
    directive @idempotent(key: String!) on FIELD
    scalar Money
    scalar DateTime
    type Query { shelf(first: Int, row: Int @deprecated(reason: "Use first.")): [Book!]!  old: Int @deprecated(reason: "Use shelf.") }
    type Book { price: Money! printed: DateTime }
    input Row { item: ID! changeFromQuantity: Int quantity: Int! price: Money callbackUrl: String @deprecated(reason: "Use item.") }
    input Product { variants: [Row!] files: [Row!] }
    type Mutation { inventorySetQuantities(rows: [Row!]!): Int  sell(row: Row!): Int  save(product: Product!): Int }
  `),
)
const set = 'mutation S($rows: [Row!]!) { inventorySetQuantities(rows: $rows) @idempotent(key: "k") }'
const sell = 'mutation S($row: Row!) { sell(row: $row) }'
const row = { item: 'gid://shopify/InventoryItem/7', changeFromQuantity: null, quantity: 1, price: '9.90' }

const save = 'mutation S($product: Product!) { save(product: $product) }'
const rows = (length: number) => Array.from({ length }, () => row)

describe('what a schema says only in its texts', () => {
  it('takes what keeps to it', () => {
    expect(validateDocument(set, { rows: [row] })).toEqual([])
    expect(validateDocument('{ shelf(first: 250) { price } }')).toEqual([])
    expect(validateDocument(save, { product: { variants: rows(2048), files: rows(250) } })).toEqual([])
  })

  it.each([
    ['a mutation that may run twice', set.replace('@idempotent(key: "k")', ''), { rows: [row] }, 'needs @idempotent'],
    ['an amount in words', sell, { row: { ...row, price: 'a lot' } }, '"a lot" is no Money'],
    ['an id that is none', sell, { row: { ...row, item: '7' } }, '$row.item "7" is no id of Shopify'],
    [
      'a compare value left out',
      set,
      { rows: [{ item: row.item, quantity: 1 }] },
      '$rows.0.changeFromQuantity is left out',
    ],
    ['too long a list', set, { rows: Array.from({ length: 251 }, () => row) }, '$rows has 251 elements, 250 at most'],
    ['too many variants', save, { product: { variants: rows(2049) } }, '$product.variants has 2049 elements, 2048'],
    ['too many files', save, { product: { files: rows(251) } }, '$product.files has 251 elements, 250 at most'],
    ['an old argument', '{ shelf(row: 1) { price } }', {}, 'the argument row is deprecated'],
    ['an old input', sell, { row: { ...row, callbackUrl: 'x' } }, '$row.callbackUrl is deprecated'],
    ['an old field', '{ old }', {}, 'Query.old is deprecated'],
    ['too large a page', '{ shelf(first: 251) { price } }', {}, 'first: 251 is more than 250'],
  ])('finds %s', (_, text, variables, sentence) => {
    expect(validateDocument(text, variables).join()).toContain(sentence)
  })

  it('finds answers that the channel would not give', () => {
    const played = (book: object) =>
      executeSync({ schema, document: parse('{ shelf { price printed } }'), rootValue: { shelf: [book] } }).errors
    expect(played({ price: '9.90', printed: '2026-01-01T00:00:00Z' })).toBeUndefined()
    expect(played({ price: 9.9, printed: null })?.[0]?.message).toContain('is no Money')
    expect(checkAnswer(200, { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] })).toEqual([])
    expect(played({ price: '9.90', printed: '1 May' })?.[0]?.message).toContain('is no DateTime')
    expect(checkAnswer(418, {})).toEqual(['the status 418 is not published'])
    expect(checkAnswer(200, { errors: [{ message: 'No', extensions: { code: 'NO' } }] })).toEqual([
      'the error code NO is not published',
    ])
  })
})
