import { describe, expect, it } from 'vitest'
import { at, openTestShop, sellShirts } from '../../testing/shopify-shop.ts'

const set = `mutation S($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id changes { name delta quantityAfterChange } } userErrors { field code }
  }
}`
const adjust = set.replaceAll('Set', 'Adjust')

function stocked() {
  const shop = openTestShop()
  shop.install()
  const { locationId, items } = sellShirts(shop, { S: 5 })
  const itemId = items['SHIRT-S'] ?? ''
  const row = (more: object) => ({ inventoryItemId: itemId, locationId, changeFromQuantity: null, ...more })
  const input = (rows: object[], more: object = {}) => ({
    name: 'available',
    reason: 'correction',
    quantities: rows,
    ...more,
  })
  const setTo = (key: string, quantity: number, more: object = {}) =>
    shop.graphql(set, { key, input: input([row({ quantity, ...more })]) })
  const codes = (answer: ReturnType<typeof setTo>) =>
    (at(answer, 'inventorySetQuantities', 'userErrors') as { code: string }[]).map((error) => error.code)
  const quantity = () => shop.simulator.listings()[0]?.quantity
  return { shop, itemId, locationId, row, input, setTo, codes, quantity }
}

describe('inventorySetQuantities', () => {
  it('sets an absolute quantity when the old one is as expected, and tells the change', () => {
    const { setTo, quantity } = stocked()
    const answer = setTo('a', 9, { changeFromQuantity: 5 })
    expect(at(answer, 'inventorySetQuantities', 'inventoryAdjustmentGroup', 'changes')).toEqual([
      { name: 'available', delta: 4, quantityAfterChange: 9 },
      { name: 'on_hand', delta: 4, quantityAfterChange: null },
    ])
    expect(quantity()).toBe(9)
  })

  it('refuses when someone changed it meanwhile; null asks for no check', () => {
    const { setTo, codes, quantity } = stocked()
    expect(codes(setTo('a', 9, { changeFromQuantity: 4 }))).toEqual(['CHANGE_FROM_QUANTITY_STALE'])
    expect(quantity()).toBe(5)
    expect(codes(setTo('b', 9, { changeFromQuantity: null }))).toEqual([])
    expect(quantity()).toBe(9)
  })

  it('takes 250 rows at once and no more', () => {
    const { shop, row, input, quantity } = stocked()
    const many = input(Array.from({ length: 251 }, () => row({ quantity: 1 })))
    expect(shop.graphql(set, { key: 'a', input: many }).errors).toEqual([
      expect.objectContaining({
        message: 'The input array size of 251 is greater than the maximum allowed of 250.',
        extensions: { code: 'INVALID_FIELD_ARGUMENTS' },
      }),
    ])
    expect(quantity()).toBe(5)
  })

  it('insists on changeFromQuantity and on the idempotency key, as errors of the whole request', () => {
    const { shop, itemId, locationId, input, quantity } = stocked()
    const rows = input([{ inventoryItemId: itemId, locationId, quantity: 1 }])
    expect(shop.graphql(set, { key: 'a', input: rows }).errors).toEqual([
      expect.objectContaining({
        message: 'InventoryQuantityInput must include the following argument: changeFromQuantity.',
        extensions: { code: 'INVALID_FIELD_ARGUMENTS' },
      }),
    ])
    const withoutKey =
      'mutation S($input: InventorySetQuantitiesInput!) { inventorySetQuantities(input: $input) { userErrors { code } } }'
    expect(shop.graphql(withoutKey, { input: rows }).errors).toEqual([
      expect.objectContaining({
        message: 'The @idempotent directive is required for this mutation but was not provided.',
        extensions: { code: 'BAD_REQUEST' },
      }),
    ])
    expect(quantity()).toBe(5)
  })

  it('carries a key out once: the same question gets the same answer, another one is refused, a failed one needs a new key', () => {
    const { shop, setTo, codes, quantity } = stocked()
    const answer = setTo('a', 9)
    shop.buy('SHIRT-S', 2)
    expect(setTo('a', 9).data).toEqual(answer.data)
    expect(quantity()).toBe(7)
    expect(codes(setTo('a', 10))).toEqual(['IDEMPOTENCY_KEY_PARAMETER_MISMATCH'])
    expect(codes(setTo('b', 10, { changeFromQuantity: 1 }))).toEqual(['CHANGE_FROM_QUANTITY_STALE'])
    expect(codes(setTo('b', 10, { changeFromQuantity: 1 }))).toEqual(['IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED'])
    expect(quantity()).toBe(7)
  })

  it('names what is wrong with a row, and then changes none', () => {
    const { shop, row, input, quantity } = stocked()
    const codes = (key: string, rows: object[], more: object = {}) =>
      (
        at(shop.graphql(set, { key, input: input(rows, more) }), 'inventorySetQuantities', 'userErrors') as {
          code: string
        }[]
      ).map((error) => error.code)
    expect(codes('2', [row({ quantity: 1, inventoryItemId: 'gid://shopify/InventoryItem/1' })])).toEqual([
      'INVALID_INVENTORY_ITEM',
    ])
    expect(codes('3', [row({ quantity: 1, locationId: 'gid://shopify/Location/1' })])).toEqual(['INVALID_LOCATION'])
    expect(codes('4', [row({ quantity: 1_000_000_001 })])).toEqual(['INVALID_QUANTITY_TOO_HIGH'])
    expect(codes('5', [row({ quantity: 1 }), row({ quantity: 2 })])).toEqual([
      'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR',
    ])
    expect(codes('6', [row({ quantity: 1 })], { reason: 'because' })).toEqual(['INVALID_REASON'])
    expect(codes('7', [row({ quantity: 1 })], { name: 'committed' })).toEqual(['INVALID_NAME'])
    expect(quantity()).toBe(5)
  })

  it('stocks an item at a location where it was not stocked before', () => {
    const { shop, locationId, row, input } = stocked()
    const all = at(shop.graphql('{ locations(first: 5) { nodes { id } } }'), 'locations', 'nodes') as { id: string }[]
    const other = all.find((location) => location.id !== locationId)?.id
    const rows = [row({ quantity: 3, locationId: other, changeFromQuantity: 0 })]
    const answer = shop.graphql(set, { key: 'a', input: input(rows) })
    expect(at(answer, 'inventorySetQuantities', 'userErrors')).toEqual([])
    const level = `{ inventoryItem(id: "${String(row({}).inventoryItemId)}") { inventoryLevel(locationId: "${other}") { quantities(names: ["available"]) { quantity } } } }`
    expect(at(shop.graphql(level), 'inventoryItem', 'inventoryLevel', 'quantities')).toEqual([{ quantity: 3 }])
  })

  it('sets what is in the building, promised pieces included', () => {
    const { shop, row, input, quantity } = stocked()
    shop.buy('SHIRT-S', 2)
    shop.graphql(set, { key: 'a', input: input([row({ quantity: 10, changeFromQuantity: 5 })], { name: 'on_hand' }) })
    expect(quantity()).toBe(8)
  })
})

it('inventoryAdjustQuantities changes by a difference', () => {
  const { shop, row, quantity } = stocked()
  const input = { name: 'available', reason: 'correction', changes: [row({ delta: -2, changeFromQuantity: 5 })] }
  const answer = shop.graphql(adjust, { key: 'a', input })
  expect(at(answer, 'inventoryAdjustQuantities', 'userErrors')).toEqual([])
  expect(shop.graphql(adjust, { key: 'a', input }).data).toEqual(answer.data)
  expect(quantity()).toBe(3)
})

it('inventoryActivate stocks an item at one more location, where it can then be set', () => {
  const { shop, itemId, locationId, row, input } = stocked()
  const all = at(shop.graphql('{ locations(first: 5) { nodes { id } } }'), 'locations', 'nodes') as { id: string }[]
  const other = all.find((location) => location.id !== locationId)?.id
  const activate = `mutation A($item: ID!, $location: ID!, $key: String!) {
    inventoryActivate(inventoryItemId: $item, locationId: $location, available: 4) @idempotent(key: $key) {
      inventoryLevel { quantities(names: ["available", "on_hand"]) { name quantity } } userErrors { message }
    }
  }`
  const answer = shop.graphql(activate, { item: itemId, location: other, key: 'k' })
  expect(at(answer, 'inventoryActivate', 'inventoryLevel', 'quantities')).toEqual([
    { name: 'available', quantity: 4 },
    { name: 'on_hand', quantity: 4 },
  ])
  expect(
    at(
      shop.graphql(set, { key: 'x', input: input([row({ quantity: 6, locationId: other })]) }),
      'inventorySetQuantities',
      'userErrors',
    ),
  ).toEqual([])
  expect(shop.simulator.listings()[0]?.quantity).toBe(11)
  expect(
    shop.graphql(activate.replace(' @idempotent(key: $key)', '').replace(', $key: String!', ''), {
      item: itemId,
      location: other,
    }).errors?.[0]?.extensions['code'],
  ).toBe('BAD_REQUEST')
})
