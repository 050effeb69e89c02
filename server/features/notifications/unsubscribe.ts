import { kindNeeds, NotificationKind } from '#contract/notifications.ts'
import { may } from '#contract/permissions.ts'
import { type Services, announce, jobContext } from '../../context.ts'
import { notOurs, readToken } from '../../mail/unsubscribe.ts'
import * as queries from './queries.ts'

/** @throws code_invalid */
async function open(services: Services, token: string) {
  const { organizationId, userId, what } = readToken(services, token)
  const { data: kind } = NotificationKind.safeParse(what)
  if (!kind) throw notOurs()
  const ctx = jobContext(services, organizationId)
  return { ctx, userId, kind, member: await queries.membership(ctx, userId) }
}

/** What a link stops, and whether that is done. */
export async function readSubscription(services: Services, token: string) {
  const { ctx, userId, kind, member } = await open(services, token)
  const setting = (await queries.settingsOf(ctx, userId)).find((row) => row.kind === kind)
  return { organization: member?.organization ?? 'this organization', kind, stopped: !setting?.mailSince }
}

/** Stops the mails that a link is about, or brings them back. Doing so twice is as good as once; whoever has left since is owed nothing. */
export async function setMails(services: Services, token: string, mail: boolean): Promise<void> {
  const { ctx, userId, kind, member } = await open(services, token)
  if (!member || (mail && !may(member.roleId, kindNeeds[kind]))) return
  await queries.saveSetting(ctx, userId, kind, { mail })
  announce(ctx, ['notifications'])
}
