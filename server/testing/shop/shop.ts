import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { type Remote, type Sandboxed, pressConsent, remote } from '#channels/testing/conformance/stage.ts'
import { channels as registry } from '#channels/registry.ts'
import type { FakeChannel } from '#channels/testing/fake.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { createIntegration, exchangeCode, oauthUrl } from '#contract/integrations/integrations.ts'
import {
  listListingProducts,
  listProduct,
  saveListingProducts,
  saveListingTemplates,
} from '#contract/listings/listings.ts'
import { createSpreadsheet, lookups } from '#contract/integrations/lookups.ts'
import { createProduct } from '#contract/products/products.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { type Ctx, jobContext } from '../../context.ts'
import { keepPicture } from '../../features/images/store.ts'
import { pullOrdersJob } from '../../features/orders/jobs.ts'
import { pushBatch } from '../../features/sync/sending/push.ts'
import { seal } from '../../http/seal.ts'
import type { TestApp } from '../setup/open-app.ts'
import { makeIntegration } from './orders.ts'

const DAY_MS = 86_400_000
/** eBay's men's T-shirts: a real leaf of its US tree. */
export const CATEGORY = '15687'
/** Etsy's T-shirts for everybody. */
const ETSY_CATEGORY = '482'
export type Sold = BuiltId
/** In their places tests put channels in memory. */
export type Faked = 'ebay' | 'shopify'
type Listing = CallReply<typeof listListingProducts>[number]

/** A seller with channels. Nothing is sent before `send` is called. */
export interface AnyShop {
  ctx: Ctx
  as: string
  integrationId(channel: Sold): Promise<number>
  /** Sends what is owed until nothing is due. */
  send(): Promise<void>
  /** Sends for as long as `work` takes. */
  sending<T>(work: Promise<T>): Promise<T>
  /** @param given.fields what else its listings say, by channel */
  template(options?: { name?: string; variations?: string[]; fields?: Partial<Record<Sold, object>> }): Promise<number>
  product(templateId: number, more?: Partial<Parameters<typeof productBody>[1]>): Promise<{ id: number; sku: string }>
  listing(channel: Sold, productId: number): Promise<Listing>
  /** Lists and sends. @returns the listing then */
  list(channel: Sold, productId: number, settings?: object): Promise<Listing>
  /** What buyers see of a SKU; the price as they read it. */
  onChannel(channel: Sold, sku: string): Promise<Sandboxed[]>
}
/** One whose channels are the sandbox's. */
export interface Shop extends AnyShop {
  remotes: Record<Sold, Remote>
}

/** @param answers what the seller enters on the consent page instead of what it suggests */
export async function authorize(
  app: TestApp,
  as: string,
  channel: Sold,
  answers: Record<string, string> = {},
): Promise<void> {
  const { body } = await app.call(oauthUrl, { params: { channel }, query: {}, as })
  const consent = await pressConsent(body.data ?? '', answers)
  // One that begins at the channel is confirmed first.
  const query = consent.state ? {} : { confirmed: 'yes' as const }
  const answer = await app.call(exchangeCode, { params: { channel }, query, body: consent, as })
  if (answer.status !== 200) throw new Error(`${channel}: ${answer.body.message}`)
}

/** Nineteen item specifics at most are demanded; each gets its first value. */
async function requiredAspects(app: TestApp, as: string) {
  const aspects = (await app.call(lookups.ebay.aspects, { query: { categoryId: CATEGORY }, as })).body.data ?? []
  return aspects
    .filter((a) => a.aspectConstraint.aspectRequired)
    .map((a) => ({
      aspectName: a.localizedAspectName,
      value: a.aspectValues?.[0]?.localizedValue ?? 'Plain',
      dataType: 'STRING',
      required: true,
    }))
}

let drawn: Promise<Buffer> | undefined
/** Every product has the same one. */
const drawing = (): Promise<Buffer> =>
  (drawn ??= sharp({ create: { width: 8, height: 6, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer())

/** A picture of our own store: some channels take its bytes, not its address. @returns the address */
async function keptPicture({ services }: TestApp, { organizationId }: Ctx): Promise<string> {
  const bytes = await drawing()
  const name = await keepPicture(services, String(organizationId), { bytes, extension: 'jpg', width: 8, height: 6 })
  return `${services.config.publicUrl}/media/${organizationId}/${name}`
}

let next = 0
const productBody = (
  templateId: number,
  product: {
    sku: string
    title: string
    description: string
    price: number
    quantity: number
    images: { url: string }[]
    attributes: { name: string; value: string }[]
    barcode?: string
    variations?: {
      name: string
      sku: string
      barcode?: string
      quantity: number
      price?: number
      images?: { url: string }[]
      attributes: { name: string; value: string }[]
    }[]
  },
) => ({ product: { templateId, condition: 'New', ...product } })

export async function openShop(
  app: TestApp,
  sandbox: Pick<Sandbox, 'url'>,
  channels: readonly Sold[] = sold,
  answers: Record<string, string> = {},
): Promise<Shop> {
  const { ctx, as } = await makeSeller(app.services)
  for (const channel of channels) {
    await app.call(createIntegration, { body: { name: channel }, as })
    await authorize(app, as, channel, answers)
  }
  const remotes = Object.fromEntries(sold.map((channel) => [channel, remote(sandbox.url, channel)])) as Shop['remotes']
  const fields = (channel: Sold) => fieldsOf[channel](app, as)
  const onChannel = async (channel: Sold, sku: string) =>
    (await remotes[channel].listings()).filter((listing) => listing.sku === sku)
  return { ...shopOf(app, { ctx, as }, channels, fields, onChannel), remotes }
}

/** A shop whose channels, in the places of real ones, are in memory: for tests of what core does, which need no HTTP. */
export async function openFakeShop(app: TestApp, ...fakes: FakeChannel[]): Promise<AnyShop> {
  const { ctx, as } = await makeSeller(app.services)
  const faked = fakes.map(({ channel }) => channel.id as Sold)
  for (const { channel } of fakes) {
    registry[channel.id] = channel
    const { id } = await makeIntegration(ctx, channel.id)
    await ctx.db
      .updateTable('integrations')
      .set({
        tokens: seal(app.services, 'channel-tokens', `${ctx.organizationId}/${id}`, { accessToken: 'fake' }),
        accessExpiresAt: new Date(Date.now() + DAY_MS),
      })
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', id)
      .execute()
  }
  const onChannel = async (on: Sold, sku: string) =>
    (fakes.find(({ channel }) => channel.id === on)?.shown() ?? []).flatMap((listing) =>
      listing.sku === sku ? { ...listing, price: listing.price / 100, status: 'ACTIVE' } : [],
    )
  return shopOf(app, { ctx, as }, faked, async () => ({ locationId: 'shelf' }), onChannel)
}

export function shopOf(
  app: TestApp,
  { ctx, as }: { ctx: Ctx; as: string },
  channels: readonly Sold[],
  fields: (channel: Sold) => Promise<Record<string, unknown>>,
  onChannel: AnyShop['onChannel'],
): AnyShop {
  const drain = async () => {
    const own = await ctx.db
      .selectFrom('integrations')
      .select(['id', 'lookFirstUntil'])
      .where('organizationId', '=', ctx.organizationId)
      .orderBy('id')
      .execute()
    for (const { id: integrationId, lookFirstUntil } of own)
      if (lookFirstUntil) await pullOrdersJob(app.services, { organizationId: ctx.organizationId, integrationId })
    for (const { id } of own) while (await pushBatch(jobContext(app.services, ctx.organizationId), id));
  }
  const shop: AnyShop = {
    ctx,
    as,
    send: drain,
    async integrationId(channel) {
      return (
        await ctx.db
          .selectFrom('integrations')
          .select('id')
          .where('organizationId', '=', ctx.organizationId)
          .where('channel', '=', channel)
          .executeTakeFirstOrThrow()
      ).id
    },
    async sending(work) {
      let busy = true
      const ended = work.finally(() => (busy = false))
      while (busy) {
        await drain()
        await delay(25)
      }
      return ended
    },
    async template(options = {}) {
      const { id } = await makeTemplate(ctx, {
        ...(options.name !== undefined && { name: options.name }),
        variations: options.variations ?? [],
        attributes: (options.variations ?? []).map((name) => ({ name })),
      })
      const listingTemplates = []
      for (const channel of channels)
        listingTemplates.push({
          templateId: id,
          channel,
          schemas: [{ id: 'default', name: 'Default', ...(await fields(channel)), ...options.fields?.[channel] }],
        })
      await app.call(saveListingTemplates, { body: { listingTemplates }, as })
      return id
    },
    async product(templateId, more = {}) {
      const sku = more.sku ?? `OB-${ctx.organizationId}-${(next += 1)}`
      const body = productBody(templateId, {
        title: `Ocean shirt ${sku}`,
        description: '<p>Soft.</p>',
        price: 19.99,
        quantity: 10,
        images: [{ url: await keptPicture(app, ctx) }],
        attributes: [],
        ...more,
        sku,
      })
      const answer = await app.call(createProduct, { body: body as never, as })
      if (!answer.body.data) throw new Error(JSON.stringify(answer.body))
      return { id: answer.body.data.id, sku }
    },
    async listing(channel, productId) {
      const all = (await app.call(listListingProducts, { query: { productId }, as })).body.data ?? []
      const listing = all.find((l) => l.channel === channel)
      if (!listing) throw new Error(`no listing on ${channel}`)
      return listing
    },
    async list(channel, productId, settings = {}) {
      await app.call(saveListingProducts, {
        body: { listingProducts: [{ channel, productId, listSettings: { list: true, ...settings } }] },
        as,
      })
      await app.call(listProduct, { params: { channel }, body: { productId, wait: 0 }, as })
      await drain()
      return shop.listing(channel, productId)
    },
    onChannel,
  }
  return shop
}

/** How products list on each channel of the sandbox. */
const fieldsOf: Record<Sold, (app: TestApp, as: string) => Promise<Record<string, unknown>>> = {
  async ebay(app, as) {
    const policies = (await app.call(lookups.ebay.policies, { as })).body.data
    const [location] = (await app.call(lookups.ebay.locations, { as })).body.data ?? []
    return {
      ebayCategoryIds: CATEGORY,
      locationId: location?.merchantLocationKey,
      paymentPolicyId: policies?.paymentPolicies[0]?.paymentPolicyId,
      returnPolicyId: policies?.returnPolicies[0]?.returnPolicyId,
      fulfillmentPolicyId: policies?.fulfillmentPolicies[0]?.fulfillmentPolicyId,
      aspects: await requiredAspects(app, as),
    }
  },
  async shopify(app, as) {
    return { locationId: (await app.call(lookups.shopify.locations, { as })).body.data?.[0]?.id ?? '' }
  },
  async bigcommerce(app, as) {
    const places = (await app.call(lookups.bigcommerce.locations, { as })).body.data ?? []
    return { locationId: places.find(({ isActive }) => isActive)?.id ?? '' }
  },
  async square(app, as) {
    const places = (await app.call(lookups.square.locations, { as })).body.data ?? []
    return { locationId: places.find(({ isActive }) => isActive)?.id ?? '' }
  },
  // The merchant is the place, and nothing else has to be said.
  clover: async () => ({}),
  async csv(app, as) {
    const { data } = (await app.call(createSpreadsheet, { body: { title: 'Shop' }, as })).body
    return { spreadsheets: [{ spreadsheetId: data?.id, sheetId: 0, headers: [] }] }
  },
  async etsy(app, as) {
    const { shippingProfiles, returnPolicies, processingProfiles } = lookups.etsy
    return {
      taxonomyIds: ETSY_CATEGORY,
      whoMade: 'i_did',
      whenMade: 'made_to_order',
      shippingProfileId: (await app.call(shippingProfiles, { as })).body.data?.[0]?.shipping_profile_id,
      returnPolicyId: (await app.call(returnPolicies, { as })).body.data?.[0]?.return_policy_id,
      processingProfileId: (await app.call(processingProfiles, { as })).body.data?.[0]?.readiness_state_id,
    }
  },
}
const sold = Object.keys(fieldsOf) as Sold[]
