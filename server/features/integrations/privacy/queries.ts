import type { Kysely } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import { roles } from '#contract/permissions.ts'
import type { Ctx } from '../../../context.ts'
import type { DB } from '../../../db/types.ts'

export interface Key {
  organizationId: number
  integrationId: number
}
/** Whose connections lead, or led, to a shop; who only named it is told nothing. */
export const integrationsOf = (db: Kysely<DB>, channel: ChannelId, shop: string): Promise<Key[]> =>
  db
    .selectFrom('integrations')
    .select(['organizationId', 'id as integrationId'])
    .where('channel', '=', channel)
    .where('shop', '=', shop)
    .where('authenticatedAt', 'is not', null)
    .execute()

export const ordersOf = (ctx: Ctx, integrationId: number, externalOrderIds: string[]) =>
  externalOrderIds.length === 0
    ? Promise.resolve([])
    : ctx.db
        .selectFrom('orders')
        .select(['id', 'number'])
        .where('organizationId', '=', ctx.organizationId)
        .where('integrationId', '=', integrationId)
        .where('externalOrderId', 'in', externalOrderIds)
        .orderBy('id')
        .execute()

export const adminsOf = async (ctx: Ctx): Promise<string[]> =>
  (
    await ctx.services.database.system
      .selectFrom('members as m')
      .innerJoin('users as u', 'u.id', 'm.userId')
      .select('u.email')
      .where('m.organizationId', '=', ctx.organizationId)
      .where('m.status', '=', 'accepted')
      .where('m.roleId', '<=', roles.admin)
      .execute()
  ).map(({ email }) => email)
