import { sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { FieldMapping } from '#contract/mappings/mappings.ts'
import type { Ctx } from '../../../context.ts'

/** Value mappings in their order, each with its switches. */
export const valueMappings = (ctx: Ctx, channels?: readonly ChannelId[]) =>
  ctx.db
    .selectFrom('valueMappings as m')
    .select([
      'm.id',
      'm.uuid',
      'm.channel',
      'm.position',
      'm.name',
      'm.description',
      'm.active',
      'm.mappings',
      'm.updatedAt',
    ])
    .select(
      sql<{ listingTemplateId: number; listingId: number | null; active: boolean }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('listingTemplateId', c.listing_template_id, 'listingId', c.listing_product_id, 'active', c.active) order by c.id)
        from value_mapping_configurations c where c.organization_id = m.organization_id and c.value_mapping_id = m.id), '[]')`.as(
        'switches',
      ),
    )
    .where('m.organizationId', '=', ctx.organizationId)
    .where((e) => (channels ? e('m.channel', '=', sql<ChannelId>`any(${channels}::text[])`) : e.lit(true)))
    .orderBy('m.channel')
    .orderBy('m.position')
    .orderBy('m.id')
    .execute()
export type ValueMappingRow = Awaited<ReturnType<typeof valueMappings>>[number]

/** Lets one save follow the other. */
export const lockValues = (ctx: Ctx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`value mappings ${ctx.organizationId}`}, 0))`.execute(ctx.db)

/** @returns how many of these listing templates and listings are the organization's */
export async function knownPlaces(ctx: Ctx, templates: readonly number[], listings: readonly number[]) {
  const { rows } = await sql<{ templates: number; listings: number }>`
    select (select count(*)::int from listing_templates where organization_id = ${ctx.organizationId} and id = any(${templates}::bigint[])) as templates,
      (select count(*)::int from listing_products where organization_id = ${ctx.organizationId} and id = any(${listings}::bigint[])) as listings`.execute(
    ctx.db,
  )
  return rows[0] ?? { templates: 0, listings: 0 }
}

export const deleteValues = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .deleteFrom('valueMappings')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()

interface Saved {
  uuid: string
  channel: ChannelId
  position: number
  name: string
  description: string
  active: boolean
  mappings: readonly FieldMapping[]
  configurations: readonly { parentId: number; childId: number | null; active: boolean }[]
}
/** Writes mappings by their uuid, with all of their switches. */
export async function saveValues(ctx: Ctx, mappings: readonly Saved[]): Promise<void> {
  const { rows } = await sql<{ id: number; uuid: string }>`
    insert into value_mappings (organization_id, uuid, channel, position, name, description, active, mappings, updated_at)
    select ${ctx.organizationId}, m.*, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(mappings)}::jsonb) as m(uuid uuid, channel text, position int, name text, description text, active boolean, mappings jsonb)
    on conflict (organization_id, uuid) do update
      set channel = excluded.channel, position = excluded.position, name = excluded.name, description = excluded.description, active = excluded.active,
        mappings = excluded.mappings, updated_at = excluded.updated_at
    returning id, uuid`.execute(ctx.db)
  const switches = rows.flatMap(({ id, uuid }) =>
    (mappings.find((mapping) => mapping.uuid === uuid)?.configurations ?? []).map((configuration) => ({
      id,
      ...configuration,
    })),
  )
  const ids = rows.map(({ id }) => id)
  await sql`
    delete from value_mapping_configurations where organization_id = ${ctx.organizationId} and value_mapping_id = any(${ids}::bigint[])`.execute(
    ctx.db,
  )
  await sql`
    insert into value_mapping_configurations (organization_id, value_mapping_id, listing_template_id, listing_product_id, active)
    select ${ctx.organizationId}, c.id, c."parentId", c."childId", c.active
    from jsonb_to_recordset(${JSON.stringify(switches)}::jsonb) as c(id bigint, "parentId" bigint, "childId" bigint, active boolean)
    on conflict do nothing`.execute(ctx.db)
}
