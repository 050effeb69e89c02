import type { HandlerReply } from '#contract/endpoint.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { channelNames } from '#contract/channels/ids.ts'
import type { pricePlan } from '#contract/pricing/pricing.ts'
import { askedAfter, askedNow, floorOf, planOf } from '#domain/listings/pricing/pricing.ts'
import { askedPrice } from '#domain/listings/pricing/price-rule.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import type { ListingRow } from '../../../db/tables/listings.ts'
import { AppError, invalid } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import { close, open, record } from '../../changes/service.ts'
import { mustHave } from '../../integrations/service.ts'
import { type KeptPrice, type Paced, pacesOf, restart as begin } from '../../pricing/service.ts'
import { type PreparedListing, prepare } from '../content/source.ts'
import * as queries from '../queries.ts'

/** Steps that are shown ahead. */
const SHOWN = 6

interface OfListing {
  productId: number
  channel: ChannelId
  integrationId?: number | null | undefined
}

async function find(ctx: Ctx, { productId, channel, integrationId }: OfListing): Promise<PreparedListing | undefined> {
  const { id } = await mustHave(ctx, channel, integrationId)
  if (!(await queries.product(ctx, productId))) throw new AppError('not_found')
  const row = await queries.listing(ctx, productId, id)
  return row && (await prepare(ctx, [row]))[0]
}

/** Of a product with variations, the lowest. */
const lowest = ({ resolved }: PreparedListing) => Math.min(...resolved.variants.map(({ price }) => price))

/** What becomes of a listing's price, as it is saved. */
export async function plan(ctx: Ctx, of: OfListing): Promise<HandlerReply<typeof pricePlan>> {
  const prepared = await find(ctx, of)
  if (!prepared) return null
  const { row, pricing, selling } = prepared
  const price = lowest(prepared)
  const there = (own: number) => askedPrice(own, selling)
  const { by, pace } = pricing ?? {}
  const live = row.externalId !== ''
  // Who ended one early had a reason that Motto does not know: a buyer, eBay, the seller.
  const went = by?.listAuction && row.status === 'unlisted' ? (await pacesOf(ctx, [row.id])).get(row.id) : undefined
  return {
    over: went !== undefined && !went.relisting && !live,
    configuration: by && pace ? { ...by, lastReduced: pace.lastReduced?.toISOString() ?? '' } : null,
    currency: selling.to || selling.from,
    own: there(price),
    now: there(by && pace ? askedNow(price, by, pace) : price),
    floor: there(by ? floorOf(price, by) : price),
    live,
    reductions: pace?.reductions ?? 0,
    auctions: pace?.auctions ?? 0,
    steps:
      by && pace && live ? planOf(price, by, pace, SHOWN).map((step) => ({ ...step, price: there(step.price) })) : [],
  }
}

/** Puts the price back to its maximum (LST-230). @throws not_found, invalid_input where it does not fall (LST-231), or is not listed yet */
export const restart = (ctx: Ctx, of: OfListing) =>
  inTransaction(ctx, async (ctx) => {
    const prepared = await find(ctx, of)
    if (!prepared) throw new AppError('not_found', 'Save the listing settings of this channel first.')
    const { row, pricing } = prepared
    if (!pricing?.by.reducePrice) throw invalid('reducePrice', 'Switch Price Reduction on first.')
    const before = row.externalId ? await begin(ctx, row.id) : undefined
    if (!before) throw invalid('reducePrice', 'Price Reduction will start when product is listed.')
    const changeSetId = await open(ctx, 'pricing', `Restarted from Max Price on ${channelNames[row.channel]}`)
    await record(ctx, changeSetId, [change(prepared, before, { reductions: 0, lastReduced: null })])
    await close(ctx, changeSetId, 'done')
    await audit(ctx, {
      entity: 'listing',
      entityId: row.id,
      action: 'price_restarted',
      old: reducedOf(prepared, before),
    })
    return { changeSetId }
  })

type Reduced = Pick<Paced, 'reductions' | 'lastReduced'>

const reducedOf = (prepared: PreparedListing, { reductions, lastReduced }: Reduced): KeptPrice => ({
  price: prepared.pricing ? askedAfter(lowest(prepared), prepared.pricing.by, reductions) : lowest(prepared),
  reductions,
  lastReduced: lastReduced?.toISOString() ?? '',
})

/** What the history keeps of a price that changed on a channel. */
export function change(prepared: PreparedListing, before: Reduced, after: Reduced) {
  const field = priceField(prepared.row)
  return {
    productId: prepared.row.productId,
    state: 'changed' as const,
    before: { [field]: reducedOf(prepared, before) },
    after: { [field]: reducedOf(prepared, after) },
    error: '',
    fields: {},
  }
}
const priceField = ({ channel, id }: ListingRow) => `priceOn.${channel}.${id}`
