import { matchListing, skuKey } from '#domain/listings/matching/match.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import type { FoundRow } from '../../db/tables/adopting.ts'
import { find } from '../integrations/service.ts'
import { type OurProduct, barcodeKey, load, withSkus, withTitlesOrBarcodes } from './products.ts'
import * as queries from './queries.ts'

/** Listings matched in one transaction. */
const CHUNK = 200

/** Finds out what the listings of a run may be, some at a time. @returns whether there may be more */
export const matchSome = (ctx: Ctx, integrationId: number, run: number): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const rows = await queries.unmatched(ctx, integrationId, run, CHUNK)
    if (rows.length === 0) return false
    await queries.keepMatches(ctx, run, await match(ctx, integrationId, run, rows))
    return rows.length === CHUNK
  })

async function match(
  ctx: Ctx,
  integrationId: number,
  run: number,
  rows: readonly FoundRow[],
): Promise<queries.Matched[]> {
  const skus = [...new Set(rows.flatMap((row) => row.skus))]
  const products = await candidates(ctx, rows, skus)
  const repeated = await queries.repeatedSkus(ctx, integrationId, run, skus)
  const linked = await queries.linkedThere(
    ctx,
    integrationId,
    products.map(({ productId }) => productId),
    rows.map(({ externalId }) => externalId),
  )
  const buffer = await bufferOf(ctx, integrationId)
  return rows.map((row) => {
    const theirs = {
      title: row.title,
      onSale: row.state === 'live' || row.state === 'sold_out',
      variants: row.variants.map(({ sku, barcode }) => ({ sku, barcode: barcodeKey(barcode) })),
    }
    const result = matchListing(theirs, fitting(row, products), {
      repeated: row.skus.some((sku) => repeated.has(sku)),
      isTaken: (id) => linked.some(({ productId, externalId }) => productId === id && externalId !== row.externalId),
    })
    const same = linked.find(({ externalId }) => externalId === row.externalId)
    const best = products.find(({ productId }) => productId === (row.productId ?? result.products[0]))
    return {
      ...result,
      id: row.id,
      ourSkus: row.skus.filter((sku) =>
        products.some(({ variants }) => variants.some((variant) => variant.sku === sku)),
      ).length,
      differs: best !== undefined && differs(row, best, buffer),
      listingId: same?.id ?? null,
      ours: (same?.listedAt ?? null) !== null,
    }
  })
}

/** Whether a listing shows another quantity than we would, of any SKU that both have. */
const differs = ({ variants }: FoundRow, ours: OurProduct, buffer: number): boolean =>
  variants.some(({ sku, quantity }) => {
    const own = ours.variants.find((variant) => variant.sku === sku)
    return own !== undefined && quantity !== null && quantity !== Math.max(0, own.available - buffer)
  })

const bufferOf = async (ctx: Ctx, integrationId: number): Promise<number> =>
  (await find(ctx, integrationId))?.buffer ?? 0

async function candidates(ctx: Ctx, rows: readonly FoundRow[], skus: readonly string[]): Promise<OurProduct[]> {
  const bySku = await load(ctx, await withSkus(ctx, [...new Set(skus.map(skuKey))]))
  const known = new Set([...bySku.values()].flatMap(({ variants }) => variants.map(({ sku }) => skuKey(sku))))
  const strangers = rows.filter((row) => !row.skus.some((sku) => known.has(skuKey(sku))))
  if (strangers.length === 0) return [...bySku.values()]
  const others = await withTitlesOrBarcodes(
    ctx,
    [...new Set(strangers.map(({ title }) => title))],
    [...new Set(strangers.flatMap((row) => row.variants.flatMap(({ barcode }) => barcodeKey(barcode) || [])))],
  )
  return [
    ...bySku.values(),
    ...(
      await load(
        ctx,
        others.filter((id) => !bySku.has(id)),
      )
    ).values(),
  ]
}

/** Of all products of a chunk those that share something with one listing: comparing each with each would be dear. */
function fitting(row: FoundRow, products: readonly OurProduct[]): OurProduct[] {
  const keys = new Set(row.skus.map(skuKey))
  const codes = new Set(row.variants.flatMap(({ barcode }) => barcodeKey(barcode) || []))
  return products.filter(
    ({ title, variants }) =>
      title === row.title || variants.some(({ sku, barcode }) => keys.has(skuKey(sku)) || codes.has(barcode)),
  )
}
