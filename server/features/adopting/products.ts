import { sql } from 'kysely'
import type { Coded, Ours } from '#domain/listings/matching/match.ts'
import type { Ctx } from '../../context.ts'
import type { Image } from '#contract/shapes.ts'

/*
 * Products of ours that a channel's listings may be, found by SKU first; for what has none of ours, by barcode and by title.
 */

/** Products of one title that are looked at; more could not be told apart anyway. */
const MOST_ALIKE = 5

export interface OurSku extends Coded {
  available: number
  name: string
  price: number
}
export interface OurProduct extends Ours {
  sku: string
  templateId: number
  price: number
  image: string
  variants: OurSku[]
}

/** Barcodes as they are compared: digits, filled up to fourteen. */
export const barcodeKey = (code: string): string => {
  const digits = code.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^\d{7,14}X?$/.test(digits) ? digits.padStart(14, '0') : ''
}

/** @param keys SKUs, in lower case */
export async function withSkus(ctx: Ctx, keys: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct s.product_id as id from stock_levels s where s.organization_id = ${ctx.organizationId} and lower(s.sku) = any(${keys}::text[])`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

export async function withTitlesOrBarcodes(ctx: Ctx, titles: readonly string[], codes: readonly string[]) {
  const { rows } = await sql<{ id: number }>`
    select x.id from unnest(${titles}::text[]) t(title)
      cross join lateral (select p.id from products p where p.organization_id = ${ctx.organizationId} and p.title = t.title order by p.id limit ${MOST_ALIKE}) x
    union select x.id from unnest(${codes}::text[]) c(code)
      cross join lateral (select p.id from products p where p.organization_id = ${ctx.organizationId} and barcodes(p.barcode, p.attributes) like '%' || c.code || '%' limit ${MOST_ALIKE}) x
    union select x.id from unnest(${codes}::text[]) c(code)
      cross join lateral (select v.product_id as id from variations v where v.organization_id = ${ctx.organizationId} and barcodes(v.barcode, v.attributes) like '%' || c.code || '%' limit ${MOST_ALIKE}) x`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

interface Row {
  productId: number
  productSku: string
  templateId: number
  title: string
  productPrice: number
  images: Image[]
  sku: string
  name: string | null
  price: number
  available: number
  barcode: string
}
/** Products with what can be bought of them: their variations, or themselves. */
export async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, OurProduct>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select p.id as product_id, p.sku as product_sku, p.template_id, p.title, p.price as product_price, p.images, s.sku, v.name, coalesce(nullif(v.price, 0), p.price) as price, s.available,
      coalesce(split_part(case when v.id is null then barcodes(p.barcode, p.attributes) else barcodes(v.barcode, v.attributes) end, ' ', 1), '') as barcode
    from products p join stock_levels s on s.organization_id = p.organization_id and s.product_id = p.id
    left join variations v on v.organization_id = s.organization_id and v.id = s.variation_id
    where p.organization_id = ${ctx.organizationId} and p.id = any(${ids}::bigint[])
      and (s.variation_id is null) = not exists (select from variations o where o.organization_id = p.organization_id and o.product_id = p.id)
    order by p.id, v.position, s.id`.execute(ctx.db)
  const products = new Map<number, OurProduct>()
  for (const row of rows) {
    const known = products.get(row.productId) ?? {
      productId: row.productId,
      sku: row.productSku,
      templateId: row.templateId,
      title: row.title,
      price: row.productPrice,
      image: row.images[0]?.url ?? '',
      variants: [],
    }
    known.variants.push({
      sku: row.sku,
      name: row.name ?? '',
      price: row.price,
      available: row.available,
      barcode: row.barcode,
    })
    products.set(row.productId, known)
  }
  return products
}
