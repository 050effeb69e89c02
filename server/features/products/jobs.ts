import { sql } from 'kysely'
import type { ProductAttribute, Readiness } from '#contract/products/products.ts'
import { judge } from '#domain/products/readiness.ts'
import { renameReferences } from '#domain/products/attributes/references.ts'
import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../context.ts'
import { owe } from '../outbox/service.ts'
import { attributesOf } from '../templates/service.ts'

/** Products judged in one transaction: its locks last some milliseconds. */
const CHUNK = 500

interface Row {
  id: number
  title: string
  description: string
  vendor: string
  location: string
  warehouse: string
  bin: string
  attributes: ProductAttribute[]
  readiness: Readiness
}

/** After a template's attributes changed: its products' readiness, and the names of attributes that were renamed. Repeating it is harmless. */
export async function judgeProductsJob(
  services: Services,
  { organizationId, templateId }: { organizationId: number; templateId: number },
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  let after: number | undefined = 0
  while (after !== undefined) after = await judgeChunk(ctx, templateId, after)
  announce(ctx, ['products', 'listings'])
}

/** @returns the last id of a full chunk; undefined when there are no more */
const judgeChunk = (ctx: Ctx, templateId: number, after: number) =>
  inTransaction(ctx, async (ctx) => {
    const products: Row[] = await ctx.db
      .selectFrom('products')
      .select(['id', 'title', 'description', 'vendor', 'location', 'warehouse', 'bin', 'attributes', 'readiness'])
      .where('organizationId', '=', ctx.organizationId)
      .where('templateId', '=', templateId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .forNoKeyUpdate()
      .execute()
    // Read after the locks: a save of the template that came before them is seen.
    const demands = await attributesOf(ctx, templateId)
    const names = new Map(demands.map((d) => [d.id, d.name]))
    const now = products.map((p) => follow(p, names)).map((p) => ({ ...p, readiness: judge(p, demands).readiness }))
    const before = new Map(products.map((p) => [p.id, p]))
    const renamed = now.filter((p) => p.renamed)
    await rename(ctx, renamed)
    await judged(
      ctx,
      now.filter((p) => !p.renamed && p.readiness !== before.get(p.id)?.readiness),
    )
    await owe(
      ctx,
      renamed.map((p) => p.id),
      'revise',
    )
    return products.length === CHUNK ? products.at(-1)?.id : undefined
  })

/** A product whose attributes bear the names that the template now gives them, in its texts too. */
function follow(product: Row, names: ReadonlyMap<number, string>) {
  let { title, description } = product
  let renamed = false
  const attributes = product.attributes.map((a) => {
    const name = names.get(a.templateAttributeId ?? 0)
    if (name === undefined || name === a.name) return a
    renamed = true
    title = renameReferences(title, a.name, name)
    description = renameReferences(description, a.name, name)
    return { ...a, name }
  })
  return { ...product, title, description, attributes, renamed }
}

/** Of most products this is all that changes. Naming other columns, even as they are, would compute their words anew: twice the time. */
const judged = (ctx: Ctx, products: readonly Row[]) =>
  sql`
  update products p set readiness = n.readiness
  from unnest(${products.map((p) => p.id)}::bigint[], ${products.map((p) => p.readiness)}::text[]) as n(id, readiness)
  where p.organization_id = ${ctx.organizationId} and p.id = n.id`.execute(ctx.db)

const rename = (ctx: Ctx, products: readonly Row[]) =>
  sql`
  update products p set readiness = n.readiness, title = n.title, description = n.description, attributes = n.attributes::jsonb, version = p.version + 1
  from unnest(${products.map((p) => p.id)}::bigint[], ${products.map((p) => p.readiness)}::text[], ${products.map((p) => p.title)}::text[],
    ${products.map((p) => p.description)}::text[], ${products.map((p) => JSON.stringify(p.attributes))}::text[])
    as n(id, readiness, title, description, attributes)
  where p.organization_id = ${ctx.organizationId} and p.id = n.id`.execute(ctx.db)
