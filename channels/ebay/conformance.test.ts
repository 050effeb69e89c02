import { z } from 'zod'
import {
  EbayAspect,
  EbayLocation,
  EbayPolicies,
  EbayShippingService,
  EbayTree,
  EbayItemOffers,
} from '#contract/channels/shapes/ebay.ts'
import { ebayRefusals } from '../testing/refusals/ebay.ts'
import { conformance } from '../testing/conformance/conformance.ts'
import { isEbayDescribed } from '../testing/published/ebay.ts'
import { remote } from '../testing/conformance/stage.ts'
import { ebayApp, ebayStage, tShirts } from '../testing/ebay-stage.ts'

conformance('eBay', isEbayDescribed, async () => {
  const { stage, sandbox, aspects, fields, listing } = await ebayStage()
  const sizes = aspects.find((a) => a.localizedAspectName === 'Size')?.aspectValues.map((v) => v.localizedValue) ?? []
  const combinations = ['Red', 'Blue'].flatMap((Color) =>
    [sizes[0] ?? 'M', sizes[1] ?? 'L'].map((Size) => ({ Color, Size })),
  )
  return {
    stage,
    sandbox: remote(sandbox.url, 'ebay'),
    listing,
    family: (name) =>
      listing(name, {
        variants: combinations.map((options, i) => ({ sku: `${name}-${i + 1}`, options, price: 1299, quantity: 5 })),
      }),
    refused: (name) => ({
      listing: listing(name, { fields: fields({ fulfillmentPolicyId: '404' }) }),
      field: 'fulfillmentPolicyId',
    }),
    lookups: {
      inventoryItemOffers: { query: { limit: '5' }, shape: EbayItemOffers },
      offer: { query: { sku: 'NOBODY' }, shape: z.null(), filled: (answer) => answer === null },
      categories: { query: {}, shape: EbayTree },
      aspects: { query: { categoryId: tShirts }, shape: z.array(EbayAspect) },
      aspectsMany: {
        query: { categoryIds: `${tShirts},20695` },
        shape: z.object({ [tShirts]: z.array(EbayAspect).min(1), 20695: z.array(EbayAspect).min(1) }),
      },
      templateAttributes: {
        query: { categoryIds: tShirts },
        shape: z.array(z.object({ name: z.string(), constraint: z.string() })).min(1),
      },
      suggestions: {
        query: { query: 'coffee mug' },
        shape: z.object({
          categorySuggestions: z.array(z.object({ category: z.object({ categoryId: z.string() }) })).min(1),
        }),
      },
      locations: { query: {}, shape: z.array(EbayLocation) },
      policies: {
        query: {},
        shape: EbayPolicies,
        filled: (answer) => Object.values(answer as object).every((list: unknown[]) => list.length > 0),
      },
      shippingServices: { query: {}, shape: z.array(EbayShippingService).min(1) },
      conditions: {
        query: { categoryId: tShirts },
        shape: z.array(z.object({ condition: z.string(), conditionId: z.string(), name: z.string() })),
      },
    },
    makes: {
      locationId: {
        answers: { name: 'Lager Süd', country: 'US', stateOrProvince: 'CA', postalCode: '95125', phone: '555 0100' },
        wrong: { postalCode: '' },
      },
      paymentPolicyId: { answers: { name: 'At once', immediatePay: 'yes' }, wrong: { name: 'At once' } },
      returnPolicyId: { answers: { name: '30 days', days: '30', payer: 'BUYER' }, wrong: { name: '30 days' } },
      fulfillmentPolicyId: {
        answers: { name: 'Ground', handlingDays: '1', service: 'USPSGroundAdvantage', cost: '4,99' },
        wrong: { cost: 'four' },
      },
    },
    refusals: ebayRefusals,
    isLive: (status) => status === 'ACTIVE' || status === 'OUT_OF_STOCK',
    locationId: '',
    manyOrders: 205,
    clientSecret: ebayApp.clientSecret,
    signsWithItsKey: true,
    stop: () => sandbox.stop(),
  }
})
