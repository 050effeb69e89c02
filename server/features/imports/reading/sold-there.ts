import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { channelNames } from '#contract/channels/ids.ts'
import { type SoldThere, familySkus, isFamily, productOf } from '#domain/imports/sold-there.ts'
import {
  type CsvProduct,
  attributeColumns,
  productColumns,
  productHeader,
  productRows,
} from '#domain/products/files/csv.ts'
import { type Cell, csvLine } from '#domain/products/files/cells.ts'
import type { Ctx } from '../../../context.ts'
import { markedFor } from '../../adopting/making.ts'
import * as products from '../../products/service.ts'
import * as queries from '../queries.ts'

const pack = promisify(gzip)
/** Listings read at once; their descriptions are long. */
const PAGE = 200
const quantityColumn = productColumns.indexOf('quantity')

type Marked = Awaited<ReturnType<typeof markedFor>>[number]

/** Writes what an import's listings say as the file that is read then, in the columns of our own. Repeating it begins anew. */
export async function writeSoldThere(ctx: Ctx, { id, channel }: queries.ImportRecord): Promise<void> {
  await queries.clear(ctx, id, 'importChunks')
  const template = channel ? `${channelNames[channel]} Import` : ''
  const names = await attributeNames(ctx, id)
  const used = new Set<string>()
  let position = 0
  const write = async (lines: string) => queries.insertChunk(ctx, id, position++, await pack(lines))
  await write(csvLine(productHeader(names)))
  for await (const page of pages(ctx, id)) {
    const owners = await ownersOf(ctx, page)
    const lines = page.flatMap((row) => {
      // Of several listings with one SKU the first becomes the product; at the others somebody has to look then.
      if (row.variants.some(({ sku }) => used.has(sku))) return []
      const sku = skuOf(row, owners, used)
      for (const usedSku of [sku, ...row.variants.map((variant) => variant.sku)]) if (usedSku) used.add(usedSku)
      const cells = productRows(productOf(listingOf(row), sku, template), names)
      return (row.listingId === null ? cells : cells.map(withoutQuantity)).map(csvLine)
    })
    await write(lines.join(''))
  }
}

/** Of a linked listing the quantity is Motto's: what the channel shows may be a share of it, or older. */
const withoutQuantity = (cells: readonly Cell[]) => cells.with(quantityColumn, null)

async function* pages(ctx: Ctx, id: number): AsyncGenerator<Marked[]> {
  for (let after = 0; ; ) {
    ctx.services.stopping.throwIfAborted()
    const page = await markedFor(ctx, id, after, PAGE)
    if (page.length === 0) return
    yield page
    after = page.at(-1)?.id ?? after
  }
}

const nothing = { description: '', images: [], brand: '', condition: '', tags: [], attributes: [], sizeAndWeight: null }
const listingOf = ({ title, variants, content }: Marked): SoldThere => ({ ...nothing, ...content, title, variants })

/** A column for each attribute and option. */
async function attributeNames(ctx: Ctx, id: number): Promise<string[]> {
  const names = new Set<string>()
  const add = ({ attributes, variations }: CsvProduct) => {
    for (const { name } of [...attributes, ...variations.flatMap((variation) => variation.attributes)]) names.add(name)
  }
  for await (const page of pages(ctx, id)) for (const row of page) add(productOf(listingOf(row), '', ''))
  return attributeColumns([...names].sort())
}

/** The SKUs of products here, by the SKUs that they or their variations have. */
async function ownersOf(ctx: Ctx, page: readonly Marked[]): Promise<Map<string, string>> {
  const families = page.map(listingOf).filter(isFamily)
  const keys = page.flatMap((row) => (isFamily(listingOf(row)) ? familySkus(listingOf(row), row.data.group ?? '') : []))
  const owners = await products.productsBySku(ctx, [
    ...new Set([...families.flatMap(({ variants }) => variants.map(({ sku }) => sku)), ...keys]),
  ])
  const present = await products.presentMany(ctx, [...new Set([...owners.values()].map((owner) => owner.id))])
  return new Map(
    [...owners].flatMap(([sku, owner]) => {
      const own = present.get(owner.id)?.product.sku
      return own === undefined ? [] : [[sku, own] as const]
    }),
  )
}

/** A family whose variations are here already goes by its product's SKU; another one by one that nothing has. */
function skuOf(row: Marked, owners: ReadonlyMap<string, string>, used: ReadonlySet<string>): string {
  const listing = listingOf(row)
  if (!isFamily(listing)) return ''
  const known = listing.variants.map(({ sku }) => owners.get(sku)).find((sku) => sku !== undefined)
  const free = familySkus(listing, row.data.group ?? '').find((sku) => !owners.has(sku) && !used.has(sku))
  return known ?? free ?? ''
}
