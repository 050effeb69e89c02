import { sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../../context.ts'

/**
 * No other organization connects an account until the transaction ends. No index can keep the accounts of all organizations apart: they may be on several nodes.
 * @returns whether another organization has connected it
 */
export async function holdAccount(ctx: Ctx, channel: ChannelId, accountId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account ${channel} ${accountId}`}, 0))`.execute(ctx.db)
  // As the owner, which sees all organizations: what others had saved before we got the lock.
  const theirs = await ctx.services.database.apart
    .selectFrom('integrations')
    .select('id')
    .where('channel', '=', channel)
    .where('accountId', '=', accountId)
    .where('accountId', '<>', '')
    .where('status', '<>', 'unauthenticated')
    .where('organizationId', '<>', ctx.organizationId)
    .executeTakeFirst()
  return theirs !== undefined
}
