import type { Channel, ReadyListing } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { toDecimal } from '../kit/money.ts'

/** Begins the SKU of every test product, so that one left by a check that was killed is recognized. */
export const SKU_PREFIX = 'MOTTO-CHECK-'
export const TEST_SKU = `${SKU_PREFIX}1`
export const isTestSku = (name: string): boolean => name.startsWith(SKU_PREFIX)

/** What the test product says at first, after the change, and after its price was set. Prices in minor units. */
export const testValues = {
  title: 'Motto connection test',
  changedTitle: 'Motto connection test, changed',
  description: '<p>Motto made this to check the connection. It is deleted at the end of the check.</p>',
  price: 1234,
  changedPrice: 2345,
  lastPrice: 3456,
  quantity: 1,
} as const

/** One unit, without images, made where buyers don't see it. */
export async function testProduct(channel: Channel, c: Connection, currency: string): Promise<ReadyListing> {
  return {
    // No product of an organization has this id.
    key: 0,
    title: testValues.title,
    description: testValues.description,
    currency,
    condition: 'New',
    images: [],
    tags: [],
    vendor: '',
    sizeAndWeight: { weightUnit: 'oz', weight: 6, sizeUnit: 'in', length: 10, width: 8, height: 1 },
    variants: [{ sku: TEST_SKU, options: {}, price: testValues.price, quantity: testValues.quantity }],
    fields: await channel.trial?.fields(c),
    hidden: true,
    external: null,
  }
}

/** Everything that the walk itself sends: a recording may keep it, as it says nothing of the seller. */
export function sentValues(currency: string): ReadonlySet<string> {
  const prices = [testValues.price, testValues.changedPrice, testValues.lastPrice]
  const money = prices.flatMap((price) => {
    const decimal = toDecimal(price, currency || 'USD')
    return [String(price), decimal, String(Number(decimal))]
  })
  const text = testValues.description.replace(/<[^>]+>/g, '')
  return new Set([
    TEST_SKU,
    testValues.title,
    testValues.changedTitle,
    testValues.description,
    text,
    '0',
    '1',
    ...money,
  ])
}

const shown: ReadonlySet<unknown> = new Set([
  TEST_SKU,
  testValues.title,
  testValues.changedTitle,
  testValues.description,
])
/** Whether a recorded answer is about the test product. */
export const showsTestProduct = (value: unknown): boolean =>
  shown.has(value) || (typeof value === 'object' && value !== null && Object.values(value).some(showsTestProduct))

/** What a page of listings says of the test product, without what stands around it. */
export function onlyTestProduct(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.filter(showsTestProduct).map(onlyTestProduct)
  if (Object.values(value).some((inner) => shown.has(inner))) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (showsTestProduct(inner) ? [[name, onlyTestProduct(inner)]] : [])),
  )
}
