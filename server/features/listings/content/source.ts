import type { Auction, ReadyListing } from '#channels/channel.ts'
import { fromHundredths } from '#channels/kit/money.ts'
import { channelOf } from '#channels/registry.ts'
import { commonSettings } from '#contract/channels/shape.ts'
import type { Pricing } from '#contract/channels/pricing.ts'
import type { ResolvedListing } from '#domain/listings/content/resolved-listing.ts'
import { askedNow, auctionPrices, unaskable } from '#domain/listings/pricing/pricing.ts'
import { type Selling, askedPrice, pricingProblem } from '#domain/listings/pricing/price-rule.ts'
import { type Excess, excessWords } from '#domain/listings/content/excess.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import { TOO_MUCH_MARKUP } from '#contract/html.ts'
import { breathe } from '../../../breathe.ts'
import type { Ctx } from '../../../context.ts'
import type { ListingRow } from '../../../db/tables/listings.ts'
import { addressNow } from '../../images/address.ts'
import { type Gathered, gather } from './gather.ts'
import { ListingBatch, type PutTogether } from './put-together.ts'
import { readFields } from './read-fields.ts'

export interface PreparedListing {
  row: ListingRow
  /** How its price follows from the product's, where it does not simply do so, and how far it is. */
  pricing: Gathered<ListingRow>['pricing']
  resolved: ResolvedListing
  ready: ReadyListing
  /** The listing's own location on the channel, '' for the integration's default. */
  locationId: string
  available: number
  buffer: number
  /** How our prices become those of the account. */
  selling: Selling
  /** The integration's. */
  settings: object
  /** What keeps it from being told at all, by field: a schema that is not there, a field that cannot be read. */
  problems: Record<string, string>
}

/** Everything a channel is to be told about these listings, as it stands now. In the order given; one whose product is gone is left out. */
export async function prepare(ctx: Ctx, rows: ListingRow[]): Promise<PreparedListing[]> {
  const prepared: PreparedListing[] = []
  const all = await gather(ctx, rows)
  const batch = new ListingBatch(ctx, all)
  try {
    for (const gathered of all) {
      prepared.push(readied(gathered, await batch.putTogether(gathered)))
      await breathe()
    }
  } finally {
    batch.end()
  }
  for (const { ready } of prepared) await addressPictures(ctx, ready)
  return prepared
}

/** What is sent of a listing, and what keeps it from being sent. */
function readied(
  { row, product, integration, schema, source, safety, pricing }: Gathered<ListingRow>,
  { resolved, title, description, isClean }: PutTogether,
): PreparedListing {
  const { settings } = integration
  const channel = channelOf(row.channel)
  const { fields, problems: unread } = readFields(channel, source.described, resolved.fields)
  const selling = { from: integration.ownCurrency, to: integration.currency, rule: integration.priceRule }
  const prices = resolved.variants.map(({ price }) => price)
  const unpriced = pricingProblem(prices, selling, channel.name)
  const price = pricing && unaskable(prices, pricing.by, pricing.pace)
  const problems = {
    ...(unpriced ? { priceRule: unpriced } : {}),
    ...(price ? { price } : {}),
    ...(isClean ? {} : { description: TOO_MUCH_MARKUP }),
    ...(schema ? {} : { selectedSchemaId: 'Could not resolve listing template.' }),
    ...unread,
    ...(resolved.excess ? excessProblem(resolved.excess, source) : {}),
  }
  const { variations, available, buffer } = source
  const there = (price: number) => fromHundredths(askedPrice(price, selling), integration.currency)
  const own = resolved.variants[0]?.price ?? 0
  return {
    row,
    pricing,
    resolved,
    problems,
    locationId: String(fields.locationId || commonSettings.parse(settings).locationId),
    available: variations.length > 0 ? variations.reduce((sum, v) => sum + v.available, 0) : available,
    buffer,
    selling,
    settings,
    ready: {
      ...resolved,
      title,
      description,
      key: row.id,
      currency: integration.currency,
      variants: resolved.variants.map((variant) => ({
        ...variant,
        price: there(pricing ? askedNow(variant.price, pricing.by, pricing.pace) : variant.price),
      })),
      ...(pricing?.by.listAuction ? { auction: auctionOf(auctionPrices(own, pricing.by), pricing.by, there) } : {}),
      ...(safety ? { safety } : {}),
      sizeAndWeight: sizeOf(product.sizeAndWeight),
      fields,
      external: row.external,
    },
  }
}

/** At the field that is too long; of a rule, at the first one that rules rewrite. */
function excessProblem(excess: Excess, { product, described }: Gathered<ListingRow>['source']): Record<string, string> {
  const labelOf = (name: string) => described.find((field) => field.name === name)?.label ?? name
  return { ['field' in excess ? excess.field : 'title']: excessWords(excess, product.sku, labelOf) }
}

/** @param there what a price of ours is on the account */
const auctionOf = (
  { start, buyItNow }: ReturnType<typeof auctionPrices>,
  { auctionLength }: Pricing,
  there: (price: number) => number,
): Auction => ({
  days: auctionLength,
  startPrice: there(start),
  buyItNowPrice: buyItNow === null ? null : there(buyItNow),
})

/** Pictures of ours go with the address that they have today. */
async function addressPictures({ services }: Ctx, ready: ReadyListing): Promise<void> {
  const now = (url: string) => addressNow(services, url)
  ready.images = await Promise.all(ready.images.map(now))
  ready.variants = await Promise.all(
    ready.variants.map(async (variant) => (variant.image ? { ...variant, image: await now(variant.image) } : variant)),
  )
}

const sizeOf = (size: Partial<SizeAndWeight>): SizeAndWeight | null =>
  size.weight || size.width || size.length || size.height
    ? {
        weightUnit: size.weightUnit ?? 'lb',
        sizeUnit: size.sizeUnit ?? 'in',
        weight: size.weight ?? null,
        width: size.width ?? null,
        length: size.length ?? null,
        height: size.height ?? null,
      }
    : null
