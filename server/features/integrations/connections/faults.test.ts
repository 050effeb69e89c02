import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { channelNames } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listProduct } from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { updateProduct } from '#contract/products/products.ts'
import { testDatabase } from '../../../testing/setup/database.ts'
import { type Market, onSale, openMarket } from '../../../testing/shop/market.ts'
import { type AnyShop, type Shop, authorize, openShop } from '../../../testing/shop/shop.ts'
import { hasten } from '../../../testing/setup/due.ts'
import { until } from '../../../testing/setup/until.ts'

/*
 * What goes wrong at a channel, set as anybody sets it: over the sandbox's control calls, at all seven at once. Everything else is the real
 * thing, workers and ticker with it, so what is found here is what somebody finds who only looks from outside.
 */
const channels = ['ebay', 'etsy', 'bigcommerce', 'shopify', 'square', 'clover', 'csv'] as const
type ChannelId = (typeof channels)[number]
/** Tries grow as far apart as a refusal has lasted, so what ends is noticed as late again: a busy machine needs minutes. */
const PATIENCE_MS = 150_000
/** What waits for a moment waits for one that is so much nearer after each look of a test. */
const SECONDS_A_LOOK = 1

let market: Market
let shop: Shop
let product: { id: number; sku: string }
let left = 60
beforeAll(async () => {
  market = await openMarket(await testDatabase(), { paced: false })
  shop = await openShop(market.app, market.sandbox)
  product = await shop.product(await shop.template(), { quantity: left })
  for (const channel of channels) await shop.list(channel, product.id, { sync: true })
  await onSale(shop, channels, product.id)
}, 120_000)
afterAll(() => market?.stop())
afterEach(() => lift())

const control = (path: string, body?: object, method = 'POST') =>
  fetch(`${market.sandbox.url}/_sandbox/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
const lift = () => control('faults', undefined, 'DELETE')
const everywhere = (kind: string, count: number) =>
  Promise.all(channels.map((channel) => shop.remotes[channel].fault(kind, count)))

/** One piece less is there, which all channels are to be told. */
async function oneLess() {
  left -= 1
  const answer = await market.app.call(updateProduct, {
    body: { product: { id: product.id, quantity: left } },
    as: shop.as,
  })
  expect(answer.status).toBe(200)
}
interface Seen {
  name: string
  integration: NonNullable<CallReply<typeof listIntegrations>['ebay']>
  listing: Awaited<ReturnType<AnyShop['listing']>>
}
async function look(channel: ChannelId): Promise<Seen> {
  const { data } = (await market.app.call(listIntegrations, { as: shop.as })).body
  const integration = data?.[channel]
  if (!integration) throw new Error(`${channel} is gone`)
  return { name: channelNames[channel], integration, listing: await shop.listing(channel, product.id) }
}
/** Waits until each channel's account or listing says this. */
async function allSay(what: string, says: (seen: Seen, channel: ChannelId) => unknown) {
  for (const channel of channels) {
    let seen: Seen | undefined
    await until(
      `${channel} says ${what}`,
      async () => {
        await hasten(shop.ctx, SECONDS_A_LOOK)
        seen = await look(channel)
        return says(seen, channel) || undefined
      },
      PATIENCE_MS,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${JSON.stringify([seen?.integration, seen?.listing])}`)
    })
  }
}
/** Waits until all channels show what is left and nothing is owed. */
const allAgree = () =>
  allSay(`${left} pieces`, async ({ listing: { status, pending } }, channel) => {
    const there = await shop.onChannel(channel, product.sku)
    return status === 'listed' && pending === null && there.length === 1 && there[0]?.quantity === left
  })
const isHeld = ({ listing }: Seen, reason: RegExp) =>
  listing.pending !== null && listing.result?.status === 'queued' && reason.test(listing.result.reason)

/** Where another call was refused first, the whole account rests, and the listing says that it waits for the channel. */
const isHeldOrRests = (seen: Seen, reason: RegExp) =>
  isHeld(seen, reason) || (seen.listing.pending !== null && seen.listing.waits?.for === 'channel')

const notLetIn = /is rejecting Motto’s access right now\. Motto will try again\.$/

const ends = [
  ['the limit is lifted', () => lift()],
  ['a day has passed there', () => control('clock', { advance: 86_400 })],
] as const

it('calls that are forbidden are told in words, leave the account connected, and what is owed is sent once they are allowed', async () => {
  await everywhere('forbidden', 10_000)
  await oneLess()
  await allSay('that it is not allowed', (seen, channel) => {
    expect(seen.integration.status).toBe('authenticated')
    // Clover says the same of a permission that is missing and of an app that was uninstalled.
    if (channel === 'clover') return isHeldOrRests(seen, notLetIn)
    return isHeld(seen, /Motto keeps trying to send the quantity\.$/)
  })
  await allSay('what to do about its orders', ({ name, integration: { heldUp } }, channel) => {
    if (channel === 'csv') return heldUp.length === 0
    const remedy = `re-authorize ${name}${channel === 'clover' ? '' : ' and allow all permissions'}.`
    return heldUp[0]?.about === (channel === 'clover' ? 'connection' : 'orders') && heldUp[0].remedy.includes(remedy)
  })
  await lift()
  await allAgree()
}, 400_000)

it('CHN-022 consent that was withdrawn is told from a limit, keeps what is owed, and all goes on once it is given anew', async () => {
  await everywhere('revoke_token', 1)
  await oneLess()
  await allSay('that it does not let us in', (seen, channel) => {
    // A token that never ends was not refused with its grant: it is held up, and asked again once in a while.
    if (channel === 'bigcommerce')
      return isHeldOrRests(seen, notLetIn) && seen.integration.heldUp[0]?.remedy.includes('re-authorize BigCommerce')
    return (
      seen.integration.status === 'expired' &&
      seen.integration.problem !== '' &&
      isHeld(seen, new RegExp(`^Re-authorize ${seen.name}\\. Pending updates are then sent automatically\\.$`))
    )
  })
  for (const channel of channels) {
    await authorize(market.app, shop.as, channel)
    expect((await look(channel)).integration).toMatchObject({ authenticated: true, heldUp: [], problem: '' })
  }
  await allAgree()
}, 400_000)

/** What a listing points at on each channel where that can be taken away; a spreadsheet keeps its last sheet. */
const pointsAt = {
  ebay: { field: 'fulfillmentPolicyId' },
  etsy: { field: 'shippingProfileId' },
  bigcommerce: { field: 'categoryIds', choices: lookups.bigcommerce.categories, id: 'category_id' },
  shopify: { field: 'collectionIds', choices: lookups.shopify.collections, id: 'id' },
  square: { field: 'categoryIds', choices: lookups.square.categories, id: 'id' },
  clover: { field: 'categoryIds', choices: lookups.clover.categories, id: 'id' },
} as const
const pointing = Object.keys(pointsAt) as (keyof typeof pointsAt)[]

it('what a listing points at and is gone there is told at its field, and the number is told all the same', async () => {
  const { as } = shop
  const fields: Partial<Record<ChannelId, object>> = {}
  for (const channel of pointing) {
    const at = pointsAt[channel]
    if (!('choices' in at)) continue
    const [first] = ((await market.app.call(at.choices, { as })).body.data ?? []) as Record<string, unknown>[]
    fields[channel] = { [at.field]: String(first?.[at.id]) }
  }
  const templateId = await shop.template({ fields })
  const other = await shop.product(templateId, { quantity: 5 })
  for (const channel of pointing) await shop.list(channel, other.id, { sync: true })
  await onSale(shop, pointing, other.id)
  for (const channel of pointing) await shop.remotes[channel].fault('take_away')
  const change = { id: other.id, quantity: 4, title: 'Another title' }
  await market.app.call(updateProduct, { body: { product: change }, as })
  for (const channel of pointing)
    await until(
      `${channel} says that it is gone`,
      async () => {
        await hasten(shop.ctx, SECONDS_A_LOOK)
        const [listing, [there]] = [await shop.listing(channel, other.id), await shop.onChannel(channel, other.sku)]
        if (listing.result?.status !== 'rejected' || there?.quantity !== change.quantity) return undefined
        expect([channel, listing.status, Object.keys(listing.result.fields)]).toEqual([
          channel,
          'listed',
          [pointsAt[channel].field],
        ])
        return true
      },
      PATIENCE_MS,
    )
}, 400_000)

it('a shop that was emptied is told as ended listings, which can be listed again as they were', async () => {
  await control('reset')
  await oneLess()
  await allSay('that it has ended', ({ name, listing: { status, result } }) => {
    const reason = `This listing ended on ${name}. List it again.`
    return status === 'unlisted' && result?.status === 'rejected' && result.reason === reason
  })
  for (const channel of channels) {
    const body = { productId: product.id, wait: 20 }
    const answer = await market.app.call(listProduct, { params: { channel }, body, as: shop.as })
    expect([channel, answer.body.message]).toEqual([channel, 'Successfully listed product.'])
  }
  await allAgree()
}, 400_000)

it.each(ends)(
  'calls that are used up are told from withdrawn consent, keep what is owed, and all goes on once %s',
  async (_, end) => {
    await everywhere('quota', 10_000)
    await oneLess()
    await allSay('that it has to wait', (seen) => {
      expect(seen.integration).toMatchObject({ status: 'authenticated', problem: '' })
      // The first to be refused says it in the channel's words, those after it in ours.
      return isHeldOrRests(
        seen,
        /(is limiting requests|daily API limit.* is used up|request limit has been reached.*)\. Motto continues automatically\.$/,
      )
    })
    // A limit that lasts a day is told with the account, without advice that would change nothing.
    await allSay('that its day is used up', ({ name, integration: { heldUp } }, channel) => {
      if (channel !== 'ebay' && channel !== 'etsy') return true
      const reasons = heldUp.map(({ reason, remedy }) => `${reason} ${remedy}`).join(' ')
      // The account's limits are noted a moment after the first refusal.
      if (reasons.includes('authorize')) return false
      return (
        new RegExp(`${name}.* daily API limit.* is used up\\.`).test(reasons) &&
        reasons.includes('Motto continues automatically.')
      )
    })
    await end()
    // Whatever struck until then is over; what was waited for has come by the clock alone.
    await Promise.all(channels.map((channel) => control('faults', { channel, kind: 'quota', rate: 0 })))
    await allAgree()
  },
  400_000,
)
