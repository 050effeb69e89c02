import { sql } from 'kysely'
import type { ViewConfig } from '#contract/views.ts'
import type { Ctx } from '../../context.ts'

export interface ViewRow {
  id: number
  userId: number
  userName: string
  page: string
  name: string
  shared: boolean
  config: ViewConfig
  isDefault: boolean
}
/** What of a view may change. */
export interface ViewFields {
  name?: string
  shared?: boolean
  config?: ViewConfig
}

/** Views that the user sees: their own and the shared ones. */
const visible = ({ organizationId, userId }: Ctx) =>
  sql`v.organization_id = ${organizationId} and (v.user_id = ${userId} or v.shared)`
const select = ({ userId }: Ctx) => sql`
  select v.id, v.user_id, u.name as user_name, v.page, v.name, v.shared, v.config, d.view_id is not null as is_default
  from views v join users u on u.id = v.user_id
  left join view_defaults d on d.organization_id = v.organization_id and d.user_id = ${userId} and d.page = v.page and d.view_id = v.id`

export const list = async (ctx: Ctx, page: string) =>
  (
    await sql<ViewRow>`${select(ctx)} where ${visible(ctx)} and v.page = ${page} order by lower(v.name), v.id`.execute(
      ctx.db,
    )
  ).rows

export const find = async (ctx: Ctx, id: number) =>
  (await sql<ViewRow>`${select(ctx)} where ${visible(ctx)} and v.id = ${id}`.execute(ctx.db)).rows[0]

/** The view, kept from changing until the transaction ends. */
export const lock = async (ctx: Ctx, id: number) =>
  (await sql<ViewRow>`${select(ctx)} where ${visible(ctx)} and v.id = ${id} for update of v`.execute(ctx.db)).rows[0]

export async function insert(
  ctx: Ctx,
  userId: number,
  { page, name, shared, config }: Pick<ViewRow, 'page' | 'name' | 'shared' | 'config'>,
): Promise<number> {
  const { organizationId } = ctx
  const { id } = await ctx.db
    .insertInto('views')
    .values({ organizationId, userId, page, name, shared, config: JSON.stringify(config) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const update = (ctx: Ctx, id: number, { config, ...fields }: ViewFields) =>
  ctx.db
    .updateTable('views')
    .set({ ...fields, ...(config ? { config: JSON.stringify(config) } : {}), updatedAt: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

export const remove = (ctx: Ctx, id: number) =>
  ctx.db.deleteFrom('views').where('organizationId', '=', ctx.organizationId).where('id', '=', id).execute()

/** The user's default of the page; whatever was it before is it no longer. */
export const setDefault = (ctx: Ctx, userId: number, page: string, viewId: number) =>
  ctx.db
    .insertInto('viewDefaults')
    .values({ organizationId: ctx.organizationId, userId, page, viewId })
    .onConflict((c) => c.columns(['organizationId', 'userId', 'page']).doUpdateSet({ viewId }))
    .execute()

export const unsetDefault = (ctx: Ctx, userId: number, viewId: number) =>
  ctx.db
    .deleteFrom('viewDefaults')
    .where('organizationId', '=', ctx.organizationId)
    .where('userId', '=', userId)
    .where('viewId', '=', viewId)
    .execute()
