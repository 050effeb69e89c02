import { etsyReplies, EtsySchema, EtsySettings } from '#contract/channels/shapes/etsy.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { ReadyListing } from '../channel.ts'
import { etsyRefusals } from '../testing/refusals/etsy.ts'
import { conformance } from '../testing/conformance/conformance.ts'
import { connect, type Inspect, remote } from '../testing/conformance/stage.ts'
import { inspectEtsy, isEtsyDescribed } from '../testing/published/etsy.ts'
import { etsy } from './index.ts'
import { etsyLookups } from './lookups.ts'

const app = { clientId: 'motto-sandbox-etsy', clientSecret: 'sandbox-etsy-secret' }
const redirect = 'http://localhost:3000/oauth/etsy'
const tShirts = '482'

conformance('Etsy', isEtsyDescribed, async () => {
  const sandbox = await openSandbox()
  const base = `${sandbox.url}/etsy`
  const inspected: Inspect = isEtsyDescribed ? inspectEtsy(base) : () => []
  const secrets = { webhooks: 'whsec_bW90dG8tc2FuZGJveC1ldHN5LXdlYmhvb2s=' }
  const stage = await connect({
    channel: etsy,
    settings: EtsySettings.parse({}),
    inspect(call, answer) {
      // Ten calls in a second are all that Etsy takes; here nobody waits.
      sandbox.simulators.get('etsy')?.refill()
      return inspected(call, answer)
    },
    redirect,
    context: { ...app, secrets, facts: {}, origins: { api: base, web: base }, shop: '' },
  })
  const { facts } = await etsy.account(stage.connection())
  const { connection } = stage
  stage.connection = (more) => ({ ...connection(more), facts: { ...facts } })
  stage.settings = EtsySettings.parse((await etsy.defaults?.(stage.connection())) ?? {})
  const [neckline] = (await etsyLookups.properties(stage.connection(), { taxonomyId: tShirts })).filter(
    ({ name }) => name === 'Neckline',
  )
  const fields = (more: object = {}) =>
    EtsySchema.parse({
      taxonomyIds: tShirts,
      whoMade: 'i_did',
      whenMade: 'made_to_order',
      materials: 'Cotton, linen',
      properties: [{ propertyId: neckline?.property_id, propertyName: 'Neckline', values: 'Crew' }],
      ...more,
    })
  const listing = (name: string, more: Partial<ReadyListing<EtsySchema>> = {}): ReadyListing<EtsySchema> => ({
    key: 1,
    title: `Shirt ${name}`,
    description: '<p>Soft</p>',
    currency: 'USD',
    condition: 'New',
    images: ['https://pictures.example/shirt.jpg', 'https://pictures.example/back.jpg'],
    tags: ['soft shirt', 'gift'],
    vendor: '',
    sizeAndWeight: { weightUnit: 'oz', weight: 6, sizeUnit: 'in', length: 10, width: 8, height: 1 },
    variants: [{ sku: name, options: {}, price: 1299, quantity: 5 }],
    fields: fields(),
    external: null,
    ...more,
  })
  const combinations = ['Red', 'Teal'].flatMap((color) =>
    ['M', 'L'].map((size) => ({ 'Primary color': color, Size: size })),
  )
  return {
    stage,
    sandbox: remote(sandbox.url, 'etsy'),
    listing,
    family: (name) =>
      listing(name, {
        variants: combinations.map((options, i) => ({
          sku: `${name}-${i + 1}`,
          options,
          price: 1299,
          quantity: 5,
          image: `https://pictures.example/${options['Primary color']}.jpg`,
        })),
      }),
    refused: (name) => ({ listing: listing(name, { title: 'x'.repeat(141) }), field: 'title' }),
    lookups: {
      taxonomy: { query: {}, shape: etsyReplies.taxonomy },
      properties: { query: { taxonomyId: tShirts }, shape: etsyReplies.properties },
      propertiesMany: { query: { taxonomyIds: `${tShirts},1062` }, shape: etsyReplies.propertiesMany },
      shippingProfiles: { query: {}, shape: etsyReplies.shippingProfiles },
      returnPolicies: { query: {}, shape: etsyReplies.returnPolicies },
      processingProfiles: { query: {}, shape: etsyReplies.processingProfiles },
      sections: { query: {}, shape: etsyReplies.sections },
    },
    refusals: etsyRefusals,
    isLive: (status) => status === 'active',
    locationId: '',
    manyOrders: 205,
    clientSecret: app.clientSecret,
    async register(url) {
      const answer = await fetch(`${base}/developers/webhooks`, { method: 'POST', body: new URLSearchParams({ url }) })
      if (!answer.ok) throw new Error(await answer.text())
    },
    stop: () => sandbox.stop(),
  }
})
