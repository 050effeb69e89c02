import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../context.ts'

/**
 * All of the organization's integrations of an account, the first connected first. As the owner: a token that is limited to some accounts must not take
 * the site of another one.
 */
export const allWithAccount = (ctx: Ctx, channel: ChannelId, accountId: string) =>
  ctx.services.database.apart
    .selectFrom('integrations')
    .select(['id', 'shop', 'accountName', 'settings', 'status'])
    .where('organizationId', '=', ctx.organizationId)
    .where('channel', '=', channel)
    .where('accountId', '=', accountId)
    .where('accountId', '<>', '')
    .orderBy('id')
    .execute()
