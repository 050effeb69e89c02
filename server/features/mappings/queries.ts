import { sql } from 'kysely'
import type { RuledText } from '#contract/mappings/mappings.ts'
import type { KeptMapping, RuleChange } from '#domain/mappings/change.ts'
import type { Ctx } from '../../context.ts'

/** A template's list, or the global one. */
export interface Tab {
  templateId: number | null
  applyTo: RuledText
}

/** The mappings of these templates and the global ones, in no order. */
export const mappingsOf = (ctx: Ctx, templateIds: readonly number[]) =>
  ctx.db
    .selectFrom('dynamicMappings')
    .select(['uuid', 'templateId', 'applyTo', 'position', 'name', 'description', 'active', 'rules', 'updatedAt'])
    .where('organizationId', '=', ctx.organizationId)
    .where((e) => e.or([e('templateId', 'is', null), e('templateId', '=', sql<number>`any(${templateIds}::bigint[])`)]))
    .execute()
export type MappingRow = Awaited<ReturnType<typeof mappingsOf>>[number]

/** What is switched off for products. */
export const switchedOff = (ctx: Ctx, productIds: readonly number[]) =>
  ctx.db
    .selectFrom('dynamicMappingsOff')
    .select(['mapping', 'productId'])
    .where('organizationId', '=', ctx.organizationId)
    .where('productId', '=', sql<number>`any(${productIds}::bigint[])`)
    .execute()

/** The product's template; undefined where there is no such product. */
export const templateOfProduct = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('products')
    .select('templateId')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Lets one change of an organization's rules follow the other. */
export const lockRules = (ctx: Ctx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mappings ${ctx.organizationId}`}, 0))`.execute(ctx.db)

/** Makes a tab hold these and no others. @returns how many were written: one whose id another tab has is not */
export async function replaceTab(
  ctx: Ctx,
  { templateId, applyTo }: Tab,
  mappings: readonly KeptMapping[],
): Promise<number> {
  const uuids = mappings.map(({ uuid }) => uuid)
  await sql`
    delete from dynamic_mappings where organization_id = ${ctx.organizationId} and template_id is not distinct from ${templateId}::bigint
      and apply_to = ${applyTo} and not uuid = any(${uuids}::uuid[])`.execute(ctx.db)
  const { rows } = await sql`
    insert into dynamic_mappings (organization_id, template_id, apply_to, uuid, position, name, description, active, rules)
    select ${ctx.organizationId}, ${templateId}::bigint, ${applyTo}, m.*
    from jsonb_to_recordset(${JSON.stringify(mappings)}::jsonb) as m(uuid uuid, position int, name text, description text, active boolean, rules jsonb)
    on conflict (organization_id, uuid) do update
      set position = excluded.position, name = excluded.name, description = excluded.description, active = excluded.active, rules = excluded.rules, updated_at = excluded.updated_at
      where dynamic_mappings.template_id is not distinct from excluded.template_id and dynamic_mappings.apply_to = excluded.apply_to
    returning uuid`.execute(ctx.db)
  return rows.length
}

/** Switches off for a product what is off after a change, and on what was off before. */
export async function setSwitches(
  ctx: Ctx,
  { productId, before, after }: NonNullable<RuleChange['switches']>,
): Promise<void> {
  await sql`
    delete from dynamic_mappings_off where organization_id = ${ctx.organizationId} and product_id = ${productId} and mapping = any(${before}::uuid[])`.execute(
    ctx.db,
  )
  await sql`
    insert into dynamic_mappings_off (organization_id, mapping, product_id)
    select ${ctx.organizationId}, m, ${productId} from unnest(${after}::uuid[]) m on conflict do nothing`.execute(
    ctx.db,
  )
}

const followers = (ctx: Ctx) =>
  ctx.db
    .selectFrom('products')
    .where('organizationId', '=', ctx.organizationId)
    .where(sql<boolean>`configuration @> '{"dynamicMappingEnabled": true}'::jsonb`)
const ofTemplate = (templateId: number | null) =>
  templateId === null ? sql<boolean>`true` : sql<boolean>`template_id = ${templateId}`

/** Products that follow rules. @param templateId null for those of all templates */
export async function countFollowers(ctx: Ctx, templateId: number | null): Promise<number> {
  const { n } = await followers(ctx)
    .where(ofTemplate(templateId))
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The next of them, in the order of their ids. */
export const nextFollowers = (
  ctx: Ctx,
  templateId: number | null,
  { after, limit }: { after: number; limit: number },
) =>
  followers(ctx).where(ofTemplate(templateId)).where('id', '>', after).select('id').orderBy('id').limit(limit).execute()

/** What rules read of these, those that follow none left out. */
export const followersAmong = (ctx: Ctx, ids: readonly number[]) =>
  followers(ctx)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .select(['id', 'templateId', 'configuration', 'sku', 'title', 'description', 'condition'])
    .select(['vendor', 'location', 'warehouse', 'bin', 'attributes'])
    .orderBy('id')
    .execute()
