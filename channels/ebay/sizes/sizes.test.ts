import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EbaySchema } from '#contract/channels/shapes/ebay.ts'
import type { ExternalListing } from '../../channel.ts'
import { ebayStage } from '../../testing/ebay-stage.ts'
import { itemPath } from '../calls.ts'
import { ebay } from '../index.ts'
import { ebayLookups } from '../lookups.ts'
import { isRewritten, isVagueSize } from './sizes.ts'

/** Children's clothes: eBay takes any text for a size there, and rewrites those that it knows. */
const kidsClothes = '155199'

describe('sizes that eBay rewrites', () => {
  let eBay: Awaited<ReturnType<typeof ebayStage>>
  let fields: EbaySchema
  beforeAll(async () => {
    eBay = await ebayStage()
    const aspects = await ebayLookups.aspects(eBay.stage.connection(), { categoryId: kidsClothes })
    const required = aspects.filter(({ aspectConstraint: rule }) => rule.aspectRequired)
    fields = EbaySchema.parse({
      ebayCategoryIds: kidsClothes,
      aspects: required
        .filter(({ localizedAspectName }) => localizedAspectName !== 'Size')
        .map(({ localizedAspectName, aspectValues }) => ({
          aspectName: localizedAspectName,
          value: aspectValues[0]?.localizedValue ?? 'Plain',
        })),
    })
  }, 60_000)
  afterAll(() => eBay?.sandbox.stop())

  const sized = (size: string) => ({
    ...fields,
    aspects: [...fields.aspects, { aspectName: 'Size', value: size, dataType: 'STRING', required: true }],
  })
  /** A size as eBay shows it. */
  const sizeOf = async (sku: string) => {
    const c = eBay.stage.connection()
    const { body } = await c.http({
      method: 'GET',
      url: `${c.origins.api}${itemPath(sku)}`,
      headers: { authorization: `Bearer ${c.accessToken}`, 'accept-language': 'en-US' },
    })
    return (body as { product: { aspects: Record<string, string[]> } }).product.aspects['Size']
  }
  /** Sizes that the adapter sent for a SKU in a revise. */
  async function revise(listing: ReturnType<typeof eBay.listing>, external: ExternalListing) {
    const sent: unknown[] = []
    const c = eBay.stage.connection()
    const http: typeof c.http = (call) => {
      const { product } = (call.json ?? {}) as { product?: { aspects?: Record<string, string[]> } }
      if (call.method === 'PUT' && product) sent.push(product.aspects?.['Size']?.[0])
      return c.http(call)
    }
    const [outcome] = await ebay.listings.revise({ ...c, http }, [{ ...listing, external }])
    if (!outcome?.ok) throw outcome?.error ?? new Error('nothing was revised')
    return { sent, external: outcome.value, warnings: outcome.warnings ?? [] }
  }
  async function publish(listing: ReturnType<typeof eBay.listing>) {
    const [outcome] = await ebay.listings.publish(eBay.stage.connection(), [listing])
    if (!outcome?.ok) throw outcome?.error ?? new Error('nothing was published')
    return outcome.value
  }

  it('are kept as eBay shows them, said to the seller, and replaced once the seller changes them', async () => {
    const listing = eBay.listing('KID', { fields: sized('Small') })
    const external = await publish(listing)
    expect(await sizeOf('KID')).toEqual(['S'])
    const second = await revise({ ...listing, title: 'Another title' }, external)
    expect(second.sent).toEqual(['S'])
    expect(second.warnings).toEqual([
      'eBay shows the size “Small” as “S”. Motto keeps eBay’s value until you change the size.',
    ])
    // Not once alone: what is remembered stays what the product says.
    const third = await revise(listing, second.external)
    expect(third.sent).toEqual(['S'])
    const changed = await revise({ ...listing, fields: sized('Large') }, third.external)
    expect(changed.sent).toEqual(['Large'])
    expect(await sizeOf('KID')).toEqual(['L'])
  })

  it('are written over where they are another size than the product’s', async () => {
    const listing = eBay.listing('FOREIGN', { fields: sized('M') })
    const external = await publish(listing)
    const c = eBay.stage.connection()
    const headers = {
      authorization: `Bearer ${c.accessToken}`,
      'accept-language': 'en-US',
      'content-language': 'en-US',
    }
    const url = `${c.origins.api}${itemPath('FOREIGN')}`
    const { body } = await c.http({ method: 'GET', url, headers })
    const {
      sku: _sku,
      locale: _locale,
      ...item
    } = body as { sku: string; locale: string; product: { aspects: object } }
    const product = { ...item.product, aspects: { ...item.product.aspects, Size: ['XL'] } }
    await c.http({ method: 'PUT', url, headers, json: { ...item, product } })
    expect((await revise(listing, external)).sent).toEqual(['M'])
    expect(await sizeOf('FOREIGN')).toEqual(['M'])
  })

  it('are kept of each variation, and its family names the same', async () => {
    const variants = ['Small', 'Medium'].map((Size) => ({
      sku: `FAM-${Size}`,
      options: { Size },
      price: 900,
      quantity: 2,
    }))
    const listing = eBay.listing('FAM', { fields, variants })
    const external = await publish(listing)
    const second = await revise({ ...listing, title: 'Another title' }, external)
    expect(second.sent.toSorted()).toEqual(['M', 'S'])
    expect([await sizeOf('FAM-Small'), await sizeOf('FAM-Medium')]).toEqual([['S'], ['M']])
    const third = await revise(listing, second.external)
    expect(third.sent.toSorted()).toEqual(['M', 'S'])
  })
})

it.each([
  ['Small', 'S', true],
  ['X Large', 'XL', true],
  ['XXL', '2XL', true],
  ['US 9.5', '9.5', true],
  ['M', 'XL', false],
  ['S', 'S', false],
  ['S', 'See description', false],
  // What nobody knows may be eBay's.
  ['Toddler', '2T', true],
])('a size %s that reads %s: eBay rewrote it: %s', (ours, there, expected) => {
  expect(isRewritten(ours, there)).toBe(expected)
})

it.each(['See description', 'N/A', 'n/a', 'As shown', 'see photos.'])('%s is no size', (text) => {
  expect(isVagueSize(text)).toBe(true)
})
