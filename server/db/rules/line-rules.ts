import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'

export interface WantedProducts {
  skus?: readonly string[] | undefined
  /** Instead of the next two: found by `productsOf`. */
  productIds?: readonly number[] | undefined
  templateNames?: readonly string[] | undefined
  attributes?: readonly { name: string; values: readonly string[]; action: 'in' | 'not in' }[] | undefined
}

/**
 * What a line of an order, a sum of pieces or a level is of, as its product is now; undefined where all count. Figures and the list of orders find by
 * the same words, so that they agree.
 * @param row the alias of something with `sku` and `product_id`
 */
export function ofProducts(
  { organizationId }: { organizationId: number },
  { skus, productIds, templateNames, attributes }: WantedProducts,
  row: string,
): RawBuilder<unknown> | undefined {
  const conditions: RawBuilder<unknown>[] = []
  if (skus?.length) conditions.push(sql`${sql.ref(`${row}.sku`)} = any(${skus}::text[])`)
  if (productIds) conditions.push(sql`${sql.ref(`${row}.product_id`)} = any(${productIds}::bigint[])`)
  const products = conditionsOf(organizationId, { templateNames, attributes })
  if (products.length > 0)
    conditions.push(sql`${sql.ref(`${row}.product_id`)} in (select p.id from products p
      where p.organization_id = ${organizationId} and ${sql.join(products, sql` and `)})`)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : undefined
}

/**
 * The products of a filter by their numbers, in two statements instead of one: who plans the second knows how many they are, which decides whether orders
 * are met one by one or all in one pass. Guessed from an attribute it is a few dozen, where it may be most of them.
 */
export async function productsOf<T extends WantedProducts>({ db, organizationId }: Ctx, filter: T): Promise<T> {
  const products = conditionsOf(organizationId, filter)
  if (products.length === 0) return filter
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(p.id), '{}') as ids from products p where p.organization_id = ${organizationId} and ${sql.join(products, sql` and `)}`.execute(
    db,
  )
  return { ...filter, templateNames: undefined, attributes: undefined, productIds: rows[0]?.ids ?? [] }
}

function conditionsOf(
  organizationId: number,
  { templateNames, attributes }: Pick<WantedProducts, 'templateNames' | 'attributes'>,
): RawBuilder<unknown>[] {
  const products: RawBuilder<unknown>[] = []
  if (templateNames?.length)
    products.push(sql`p.template_id in (select id from product_templates
      where organization_id = ${organizationId} and name = any(${templateNames}::text[]))`)
  for (const { name, values, action } of attributes ?? []) {
    const has = sql`p.terms && array(select attribute_term(${name}::text, v) from unnest(${values}::text[]) v)`
    products.push(action === 'in' ? has : sql`not (${has})`)
  }
  return products
}
