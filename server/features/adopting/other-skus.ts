import type { ChannelId } from '#contract/channels/ids.ts'
import { channelNames } from '#contract/channels/ids.ts'
import { pairParts } from '#domain/listings/matching/pair.ts'
import type { Ctx } from '../../context.ts'
import { listingRows } from '../../db/rules/listing-rows.ts'
import type { FoundRow } from '../../db/tables/adopting.ts'
import { invalid } from '../../errors.ts'
import * as channelSkus from '../orders/intake/channel-skus.ts'
import { levelsBySku } from '../stock/service.ts'
import { type OurProduct, barcodeKey } from './products.ts'

/*
 * Listings that are linked under other SKUs than their products have here: orders find the product by what the channel's SKU is remembered to mean.
 */

export interface Pair {
  theirs: string
  ours: string
}

/** Their SKU → ours. */
export const pairsOf = ({ variants, pairs }: Pick<FoundRow, 'variants' | 'pairs'>, product: OurProduct) =>
  pairParts(
    variants.map(({ sku, barcode, options }) => ({
      sku,
      barcode: barcodeKey(barcode),
      name: Object.values(options).join(' / '),
    })),
    product.variants,
    pairs,
  )

/** Ours → theirs, of those that differ; undefined where none does. */
export function otherSkus(pairs: ReadonlyMap<string, string>): Record<string, string> | undefined {
  const others = [...pairs].flatMap(([theirs, ours]) => (theirs === ours ? [] : [[ours, theirs] as const]))
  return others.length > 0 ? Object.fromEntries(others) : undefined
}

/** Why their SKUs cannot mean ours: an order of the channel names the SKU alone, and would be taken for something else. '' when they can. */
export async function objection(ctx: Ctx, channel: ChannelId, skus: Readonly<Record<string, string>>): Promise<string> {
  const theirs = Object.values(skus)
  const [own] = await levelsBySku(ctx, theirs)
  if (own)
    return `${own.sku} belongs to another product, which would get these orders. Link that product, or change its SKU.`
  const meant = await channelSkus.meanings(ctx, channel, theirs)
  const [other] = Object.entries(skus).flatMap(([ours, sku]) => {
    const now = meant.get(sku)
    return now !== undefined && now !== ours ? [{ sku, now }] : []
  })
  return other
    ? `${channelNames[channel]} SKU ${other.sku} is already linked to ${other.now}. Remove that link under Order issues first.`
    : ''
}

/** @throws invalid_input where a pair names what is not there, names one twice, or could not be told apart in orders */
export async function mustFit(
  ctx: Ctx,
  o: { channel: ChannelId; row: FoundRow; product: OurProduct; pairs: readonly Pair[] },
): Promise<void> {
  const [theirs, ours] = [new Set(o.row.skus), new Set(o.product.variants.map(({ sku }) => sku))]
  const usedSkus = new Set<string>()
  o.pairs.forEach((pair, at) => {
    if (!theirs.has(pair.theirs)) throw invalid(`pairs.${at}.theirs`, `This listing has no SKU ${pair.theirs}.`)
    if (!ours.has(pair.ours)) throw invalid(`pairs.${at}.ours`, `${o.product.sku} has no SKU ${pair.ours}.`)
    if (usedSkus.has(pair.ours)) throw invalid(`pairs.${at}.ours`, `${pair.ours} is chosen twice.`)
    usedSkus.add(pair.ours)
  })
  const pairs = Object.fromEntries(o.pairs.map((pair) => [pair.theirs, pair.ours]))
  const skus = otherSkus(pairsOf({ ...o.row, pairs }, o.product))
  const why = skus && (await objection(ctx, o.channel, skus))
  if (why) throw invalid('productId', why)
}

/** Orders of the channel find the product from now on. */
export async function remember(ctx: Ctx, channel: ChannelId, skus: Readonly<Record<string, string>>): Promise<void> {
  const levels = new Map((await levelsBySku(ctx, Object.keys(skus))).map(({ sku, id }) => [sku, id]))
  for (const [ours, theirs] of Object.entries(skus).sort(([, a], [, b]) => (a < b ? -1 : 1))) {
    const level = levels.get(ours)
    if (level !== undefined) await channelSkus.remember(ctx, channel, theirs, level)
  }
}

/** What these listings' SKUs meant is not known any more, unless it is known without them. */
export async function forget(ctx: Ctx, channel: ChannelId, listingIds: readonly number[]): Promise<void> {
  if (listingIds.length === 0) return
  const rows = await listingRows(ctx).where('l.id', 'in', listingIds).execute()
  const skus = rows.flatMap(({ external }) => Object.values(external?.skus ?? {}))
  if (skus.length > 0) await channelSkus.forgetLinked(ctx, channel, skus, listingIds)
}
