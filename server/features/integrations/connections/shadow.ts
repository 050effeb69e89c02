import type { Kysely } from 'kysely'
import { type Http, isWrite } from '#channels/call.ts'
import { ChannelError } from '#channels/channel.ts'
import type { Services } from '../../../context.ts'
import type { DB } from '../../../db/types.ts'
import type { IntegrationKey } from './integration-key.ts'

export const SHADOW = 'shadow_mode'
/** Said of what was not sent. @param channel its name */
export const shadowSentence = (channel: string) =>
  `This account is in shadow mode, so Motto sent nothing to ${channel}. Confirm the changes on the account’s page first.`

/** Nothing was sent: like a quota that is used up until the seller confirms, so whoever asked keeps it for later. */
export class ShadowError extends ChannelError {
  constructor(channel: string) {
    super('quota', shadowSentence(channel), { code: SHADOW, scope: 'account' })
  }
}

export const isShadowed = async (db: Kysely<DB>, { organizationId, integrationId }: IntegrationKey): Promise<boolean> =>
  (await db
    .selectFrom('integrations')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', integrationId)
    .where('shadowSince', 'is not', null)
    .executeTakeFirst()) !== undefined

/**
 * The one place that keeps an account in shadow mode from being written to, whoever calls and whatever was known when the work began: the
 * database is asked before each writing call, so it holds for every worker and after every restart.
 */
export const guarded =
  (services: Services, key: IntegrationKey, channel: string, http: Http): Http =>
  async (call) => {
    if (isWrite(call) && (await isShadowed(services.database.forOrganization(key.organizationId), key)))
      throw new ShadowError(channel)
    return http(call)
  }
