import { type RawBuilder, sql } from 'kysely'

export interface WantedProducts {
  skus?: readonly string[] | undefined
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
  { skus, templateNames, attributes }: WantedProducts,
  row: string,
): RawBuilder<unknown> | undefined {
  const wanted: RawBuilder<unknown>[] = []
  if (skus?.length) wanted.push(sql`${sql.ref(`${row}.sku`)} = any(${skus}::text[])`)
  const products: RawBuilder<unknown>[] = []
  if (templateNames?.length)
    products.push(sql`p.template_id in (select id from product_templates
      where organization_id = ${organizationId} and name = any(${templateNames}::text[]))`)
  for (const { name, values, action } of attributes ?? []) {
    const has = sql`p.terms && array(select attribute_term(${name}::text, v) from unnest(${values}::text[]) v)`
    products.push(action === 'in' ? has : sql`not (${has})`)
  }
  if (products.length > 0)
    wanted.push(sql`${sql.ref(`${row}.product_id`)} in (select p.id from products p
      where p.organization_id = ${organizationId} and ${sql.join(products, sql` and `)})`)
  return wanted.length > 0 ? sql.join(wanted, sql` and `) : undefined
}
