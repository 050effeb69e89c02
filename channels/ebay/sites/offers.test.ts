import { afterAll, beforeAll, expect, it } from 'vitest'
import { ebayStage } from '../../testing/ebay-stage.ts'
import { ebay } from '../index.ts'

let eBay: Awaited<ReturnType<typeof ebayStage>>
beforeAll(async () => {
  eBay = await ebayStage()
}, 60_000)
afterAll(() => eBay?.sandbox.stop())

/** The same seller on the British site. */
const british = () => {
  const c = eBay.stage.connection()
  return { ...c, settings: { ...c.settings, marketplaceId: 'EBAY_GB' } }
}
const skusOf = async (c: ReturnType<typeof british>) =>
  (await ebay.listings.pull(c)).items.flatMap(({ variants }) => variants.map(({ sku }) => sku))

it('a SKU that is listed on another site of the seller is refused before anything is written over', async () => {
  const shirt = eBay.listing('ON-US')
  const [made] = await ebay.listings.publish(eBay.stage.connection(), [shirt])
  expect(made).toMatchObject({ ok: true })
  const [refused] = await ebay.listings.publish(british(), [{ ...shirt, title: 'A British title', currency: 'GBP' }])
  expect(refused?.ok === false && refused.error.fields['sku']).toBe(
    'ON-US is listed on the eBay site United States, and eBay takes a SKU on one site only. To sell it here as well, create a bundle with a SKU of its own that contains 1 × ON-US: it has its own texts and shares the stock.',
  )
  const { items } = await ebay.listings.pull(eBay.stage.connection())
  expect(items.find(({ variants }) => variants[0]?.sku === 'ON-US')?.title).toBe(shirt.title)
  // Each site shows its own listings.
  expect(await skusOf(eBay.stage.connection())).toContain('ON-US')
  expect(await skusOf(british())).not.toContain('ON-US')
})
