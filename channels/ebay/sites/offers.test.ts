import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ebayStage } from '../../testing/ebay-stage.ts'
import type { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { ebay } from '../index.ts'
import { make } from '../listings/make.ts'
import { needsManufacturer } from '../lookups.ts'
import { isEuropean } from '../safety/safety.ts'
import { offersOfSku } from './offers.ts'

let eBay: Awaited<ReturnType<typeof ebayStage>>
beforeAll(async () => {
  eBay = await ebayStage()
}, 60_000)
afterAll(() => eBay?.sandbox.stop())

/** The same seller on another site. */
const onSite = (marketplaceId: string, more: Partial<EbaySettings> = {}) => {
  const c = eBay.stage.connection()
  return { ...c, settings: { ...c.settings, ...more, marketplaceId } }
}
const british = () => onSite('EBAY_GB')
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

describe('Belgium, where eBay has one marketplace in two languages', () => {
  let policies: Partial<EbaySettings>
  beforeAll(async () => {
    const c = onSite('EBAY_BE')
    policies = {
      paymentPolicyId: await make(c, 'paymentPolicyId', { name: 'Betaling', immediatePay: 'yes' }),
      returnPolicyId: await make(c, 'returnPolicyId', {
        name: '30 dagen',
        days: '30',
        payer: 'BUYER',
        refund: 'MONEY_BACK',
      }),
      fulfillmentPolicyId: await make(c, 'fulfillmentPolicyId', {
        name: 'Ophalen',
        handlingDays: '1',
        costType: 'PICKUP',
        cost: '0',
      }),
    }
  })
  const dutch = () => onSite('EBAY_BE', policies)
  const french = () => onSite('EBAY_BE_FR', policies)

  it('each language lists in its own, on the same marketplace', async () => {
    const languages: unknown[] = []
    const heard = (c: ReturnType<typeof onSite>): typeof c => ({
      ...c,
      http: (call) => {
        languages.push([call.method, call.headers?.['accept-language'], call.headers?.['content-language']])
        return c.http(call)
      },
    })
    for (const [c, language, sku] of [
      [dutch(), 'nl-BE', 'BE-NL'],
      [french(), 'fr-BE', 'BE-FR'],
    ] as const) {
      languages.length = 0
      const [made] = await ebay.listings.publish(heard(c), [{ ...eBay.listing(sku), currency: 'EUR' }])
      expect(made).toMatchObject({ ok: true })
      expect(new Set(languages.map((call) => (call as string[]).slice(1).join(' ')))).toEqual(
        new Set([`${language} ${language}`]),
      )
      const offers = (await offersOfSku(c, sku)).own
      expect(offers).toMatchObject([{ marketplaceId: 'EBAY_BE', status: 'PUBLISHED' }])
    }
  })

  it('each connection sees the listings in its language', async () => {
    expect(await skusOf(dutch())).toEqual(expect.arrayContaining(['BE-NL']))
    expect(await skusOf(dutch())).not.toContain('BE-FR')
    expect(await skusOf(french())).toContain('BE-FR')
    expect(await skusOf(french())).not.toContain('BE-NL')
  })

  it('a SKU that is listed in the other language is refused before anything is written over', async () => {
    const [refused] = await ebay.listings.publish(french(), [
      { ...eBay.listing('BE-NL'), title: 'Un titre', currency: 'EUR' },
    ])
    expect(refused?.ok === false && refused.error.fields['sku']).toContain(
      'BE-NL is listed on the eBay site Belgium, Dutch,',
    )
    const { items } = await ebay.listings.pull(dutch())
    expect(items.find(({ variants }) => variants[0]?.sku === 'BE-NL')?.title).toBe('Shirt BE-NL')
  })

  it('eBay asks for a manufacturer of toys in both languages', async () => {
    const toys = '19183'
    for (const c of [dutch(), french()]) {
      expect(isEuropean(c.settings.marketplaceId)).toBe(true)
      expect(await needsManufacturer(c, toys)).toBe(true)
    }
  })
})
