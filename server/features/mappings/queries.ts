import { sql } from 'kysely'
import type { Rule, RuledText } from '#contract/mappings.ts'
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
    .select(['uuid', 'templateId', 'applyTo', 'position', 'name', 'description', 'active', 'rules'])
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

export const productExists = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('products')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Lets one save of a tab follow the other. */
export const lockTab = (ctx: Ctx, { templateId, applyTo }: Tab) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mappings ${ctx.organizationId} ${templateId ?? ''} ${applyTo}`}, 0))`.execute(
    ctx.db,
  )

type NewMapping = Pick<MappingRow, 'uuid' | 'position' | 'name' | 'description' | 'active'> & { rules: readonly Rule[] }
/** Makes a tab hold these and no others. @returns how many were written: one whose id another tab has is not */
export async function replaceTab(
  ctx: Ctx,
  { templateId, applyTo }: Tab,
  mappings: readonly NewMapping[],
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
      set position = excluded.position, name = excluded.name, description = excluded.description, active = excluded.active, rules = excluded.rules, updated_at = now()
      where dynamic_mappings.template_id is not distinct from excluded.template_id and dynamic_mappings.apply_to = excluded.apply_to
    returning uuid`.execute(ctx.db)
  return rows.length
}

/** Switches mappings on and off for one product. */
export async function setSwitches(
  ctx: Ctx,
  productId: number,
  mappings: readonly { uuid: string; enabled: boolean }[],
) {
  const of = (enabled: boolean) => mappings.filter((one) => one.enabled === enabled).map(({ uuid }) => uuid)
  await sql`
    delete from dynamic_mappings_off where organization_id = ${ctx.organizationId} and product_id = ${productId} and mapping = any(${of(true)}::uuid[])`.execute(
    ctx.db,
  )
  await sql`
    insert into dynamic_mappings_off (organization_id, mapping, product_id)
    select ${ctx.organizationId}, m, ${productId} from unnest(${of(false)}::uuid[]) m on conflict do nothing`.execute(
    ctx.db,
  )
}

/** Where products follow rules: their templates with the accounts that list them. */
export async function ruledPlaces(
  ctx: Ctx,
  templateId: number | null,
): Promise<{ templateId: number; integrationId: number }[]> {
  const { rows } = await sql<{ templateId: number; integrationId: number }>`
    select t.template_id, i.id as integration_id
    from (select distinct template_id from products where organization_id = ${ctx.organizationId} and configuration @> '{"dynamicMappingEnabled": true}'
      and (${templateId}::bigint is null or template_id = ${templateId})) t
    cross join integrations i where i.organization_id = ${ctx.organizationId}`.execute(ctx.db)
  return rows
}
