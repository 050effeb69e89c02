import { createHmac } from 'node:crypto'
import { NotificationKind } from '#contract/notifications.ts'
import { type Services, announce, jobContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { purposeKey, same } from '../../http/auth.ts'
import * as queries from './queries.ts'

/** One member's mails of one kind from one organization. */
export interface Subscription {
  organizationId: number
  userId: number
  kind: NotificationKind
}

const sign = ({ secret }: Pick<Services, 'secret'>, text: string) =>
  createHmac('sha256', purposeKey(secret, 'unsubscribe')).update(text).digest()

/** What the link in a mail carries. It holds as long as the mail is kept, and does nothing but stop such mails. */
export function tokenFor(services: Pick<Services, 'secret'>, { organizationId, userId, kind }: Subscription): string {
  const text = `${organizationId}.${userId}.${kind}`
  return `${text}.${sign(services, text).toString('base64url')}`
}

/** @throws code_invalid when this installation did not sign it */
function read(services: Services, token: string): Subscription {
  const [, text, organizationId, userId, kind, signature] =
    /^((\d{1,15})\.(\d{1,15})\.(\w+))\.([\w-]{43})$/.exec(token) ?? []
  const known = NotificationKind.safeParse(kind)
  if (!text || !signature || !known.success || !same(sign(services, text), Buffer.from(signature, 'base64url')))
    throw new AppError(
      'code_invalid',
      'This link is not complete. Open the one in the mail again, or choose on your account page what is mailed.',
    )
  return { organizationId: Number(organizationId), userId: Number(userId), kind: known.data }
}

/** What a link stops, and whether that is done. */
export async function readSubscription(services: Services, token: string) {
  const { organizationId, userId, kind } = read(services, token)
  const ctx = jobContext(services, organizationId)
  const member = await queries.membership(ctx, userId)
  const setting = (await queries.settingsOf(ctx, userId)).find((one) => one.kind === kind)
  return { organization: member?.organization ?? 'this organization', kind, stopped: !setting?.mailSince }
}

/** Stops the mails that a link is about. Doing so twice is as good as once. */
export async function stopMails(services: Services, token: string): Promise<void> {
  const { organizationId, userId, kind } = read(services, token)
  const ctx = jobContext(services, organizationId)
  // Whoever has left since is owed nothing already.
  if (!(await queries.membership(ctx, userId))) return
  await queries.saveSetting(ctx, userId, kind, { mail: false })
  announce(ctx, ['notifications'])
}
