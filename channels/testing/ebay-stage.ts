import { EbaySchema, EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { ReadyListing } from '../channel.ts'
import { ebay } from '../ebay/index.ts'
import { ebayLookups } from '../ebay/lookups.ts'
import { connect } from './conformance/stage.ts'
import { inspectEbay, isEbayDescribed } from './published/ebay.ts'

export const ebayApp = { clientId: 'motto-sandbox-SBX-ebay', clientSecret: 'sandbox-ebay-secret' }
export const tShirts = '15687'

/** A seller on eBay's simulator whose account is set up, and T-shirts as eBay takes them. */
export async function ebayStage() {
  const sandbox = await openSandbox()
  const base = `${sandbox.url}/ebay`
  const origins = { api: base, apiz: base, auth: base, web: base }
  const stage = await connect({
    channel: ebay,
    settings: EbaySettings.parse({}),
    inspect: isEbayDescribed ? inspectEbay(base) : () => [],
    redirect: 'Motto-MottoSBX-ebay',
    context: { ...ebayApp, secrets: {}, facts: {}, origins, shop: '' },
  })
  const c = stage.connection()
  const [locations, policies, aspects] = await Promise.all([
    ebayLookups.locations(c),
    ebayLookups.policies(c),
    ebayLookups.aspects(c, { categoryId: tShirts }),
  ])
  stage.settings = EbaySettings.parse({
    locationId: locations.find(({ enabled }) => enabled)?.merchantLocationKey,
    fulfillmentPolicyId: policies.fulfillmentPolicies[0]?.fulfillmentPolicyId,
    paymentPolicyId: policies.paymentPolicies[0]?.paymentPolicyId,
    returnPolicyId: policies.returnPolicies[0]?.returnPolicyId,
  })
  const required = aspects.filter((a) => a.aspectConstraint.aspectRequired)
  const fields = (more: object = {}) =>
    EbaySchema.parse({
      ebayCategoryIds: tShirts,
      aspects: required.map((a) => ({
        aspectName: a.localizedAspectName,
        value: a.aspectValues[0]?.localizedValue ?? 'Plain',
      })),
      ...more,
    })
  const listing = (name: string, more: Partial<ReadyListing<EbaySchema>> = {}): ReadyListing<EbaySchema> => ({
    key: 1,
    title: `Shirt ${name}`,
    description: '<p>Soft</p>',
    currency: 'USD',
    condition: 'New',
    images: ['https://pictures.example/shirt.jpg'],
    tags: [],
    vendor: '',
    sizeAndWeight: null,
    variants: [{ sku: name, options: {}, price: 1299, quantity: 5 }],
    fields: fields(),
    external: null,
    ...more,
  })
  return { stage, sandbox, aspects, fields, listing }
}
