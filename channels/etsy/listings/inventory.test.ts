import { expect, it } from 'vitest'
import { EtsyProperty } from '#contract/channels/shapes/etsy.ts'
import { axesOf, inventoryOf, othersOf, productIn, productOf, sentBack } from './inventory.ts'
import { Product } from '../wire.ts'

const color = EtsyProperty.parse({
  property_id: 200,
  name: 'Primary color',
  display_name: 'Primary color',
  supports_variations: true,
  possible_values: [{ value_id: 9, name: 'Red' }],
})
const size = EtsyProperty.parse({
  property_id: 62,
  name: 'Size',
  display_name: 'Size',
  supports_variations: true,
  scales: [{ scale_id: 42, display_name: 'Letter size' }],
  possible_values: [{ value_id: 2018, name: 'M', scale_id: 42 }],
})
const variant = (options: Record<string, string>, more: object = {}) => ({
  sku: Object.values(options).join('-'),
  options,
  price: 1299,
  quantity: 5,
  ...more,
})
const there = (sku: string, values: [id: number, name: string, valueId: number, value: string][], more: object = {}) =>
  Product.parse({
    product_id: 7,
    sku,
    is_deleted: false,
    offerings: [
      {
        offering_id: 8,
        is_deleted: false,
        quantity: 3,
        is_enabled: true,
        price: { amount: 1850, divisor: 100, currency_code: 'USD' },
        readiness_state_id: 5,
        ...more,
      },
    ],
    property_values: values.map(([property_id, property_name, id, value]) => ({
      property_id,
      property_name,
      scale_id: null,
      scale_name: null,
      value_ids: [id],
      values: [value],
    })),
  })

it('options become properties of the category where Etsy knows their values, else one of the two that a seller names', () => {
  const variants = [variant({ Color: 'red', Size: 'Roomy', Fit: 'Slim' })]
  const axes = axesOf(variants, [color, size], [])
  expect(axes.map(({ option, property_id }) => [option, property_id])).toEqual([
    ['Color', 200],
    ['Size', 513],
    ['Fit', 514],
  ])
  expect(axes[0]?.idsOf('red')).toEqual([9])
  expect(axesOf([variant({ Size: 'M' })], [size], [])[0]).toMatchObject({ property_id: 62, scale_id: 42 })
})

it('what stands there stays what it is: its property and the ids of its values', () => {
  const axes = axesOf([variant({ Glaze: 'Teal' })], [], [there('A', [[514, 'Glaze', 901, 'Teal']])])
  expect(axes).toMatchObject([{ option: 'Glaze', property_id: 514 }])
  expect(axes[0]?.idsOf('Teal')).toEqual([901])
  expect(axes[0]?.idsOf('Plum')).toEqual([])
})

it('a product goes back without what Etsy added, its price as a number', () => {
  expect(sentBack(there('A', [[513, 'Glaze', 901, 'Teal']]))).toEqual({
    sku: 'A',
    property_values: [{ property_id: 513, property_name: 'Glaze', scale_id: null, value_ids: [901], values: ['Teal'] }],
    offerings: [{ price: 18.5, quantity: 3, is_enabled: true, readiness_state_id: 5 }],
  })
})

it('in a revise the number that stands there stays, and 999 pieces are shown at most', () => {
  const known = there('A', [])
  const placed = { currency: 'USD', readinessId: null, there: known }
  const [product] = productIn(variant({}, { sku: 'A', quantity: 9 }), [], { ...placed, keeps: true }).offerings
  const [other] = productIn(variant({}, { sku: 'A', quantity: 4000 }), [], { ...placed, keeps: false }).offerings
  expect([product?.quantity, other?.quantity, other?.price]).toEqual([3, 999, 12.99])
})

it('only what differs is said to differ', () => {
  const products = [there('A', [[513, 'Glaze', 1, 'Teal']]), there('B', [[513, 'Glaze', 2, 'Plum']])].map(sentBack)
  expect(inventoryOf(products)).toMatchObject({
    price_on_property: [],
    quantity_on_property: [],
    sku_on_property: [513],
  })
})

it('products that others made of a listing stay, unless they are one of ours or vary by something else', () => {
  const ours = sentBack(there('A', [[513, 'Glaze', 1, 'Teal']]))
  const foreign = there('X', [[513, 'Glaze', 2, 'Plum']])
  const double = there('Y', [[513, 'Glaze', 1, 'Teal']])
  const other = there('Z', [[200, 'Primary color', 9, 'Red']])
  expect(othersOf([foreign, double, other], () => false, [ours]).map(({ sku }) => sku)).toEqual(['X'])
})

it('a product without a SKU is known by what it varies by', () => {
  const nameless = there('', [[513, 'Glaze', 1, 'Teal']])
  expect(productOf([nameless], 'OURS', { OURS: { key: '513=Teal' } })).toBe(nameless)
  expect(productOf([nameless], 'OURS', { OURS: { key: '513=Plum' } })).toBeUndefined()
})
