import { createHmac } from 'node:crypto'
import type { Services } from '../context.ts'
import { AppError } from '../errors.ts'
import { purposeKey, same } from '../http/auth.ts'

/** One member's mails of one kind from one organization. */
export interface Subscription {
  organizationId: number
  userId: number
  /** A kind of notifications, or `report-7`. */
  what: string
}

const sign = ({ secret }: Pick<Services, 'secret'>, text: string) =>
  createHmac('sha256', purposeKey(secret, 'unsubscribe')).update(text).digest()

/** What the link in a mail carries. It holds as long as the mail is kept, and does nothing but stop such mails, or bring them back. */
export function unsubscribeToken(
  services: Pick<Services, 'secret'>,
  { organizationId, userId, what }: Subscription,
): string {
  const text = `${organizationId}.${userId}.${what}`
  return `${text}.${sign(services, text).toString('base64url')}`
}

/** @throws code_invalid when this installation did not sign it */
export function readToken(services: Pick<Services, 'secret'>, token: string): Subscription {
  const [, text, organizationId, userId, what, signature] =
    /^((\d{1,15})\.(\d{1,15})\.([\w-]+))\.([\w-]{43})$/.exec(token) ?? []
  if (!text || !what || !signature || !same(sign(services, text), Buffer.from(signature, 'base64url'))) throw notOurs()
  return { organizationId: Number(organizationId), userId: Number(userId), what }
}

export const notOurs = () =>
  new AppError('code_invalid', 'This link is incomplete. Open the link from the email again.')
