import type { SupportFile } from '#contract/support.ts'
import { type Services, inSystem } from '../../context.ts'
import type { Session } from '../../http/auth.ts'
import { DAYS, MINUTES, limitKey, limitTries } from '../../http/requests/limits.ts'
import * as queries from './queries.ts'

export interface SupportMessage {
  email: string
  topic: string
  priority: string
  message: string
  files: SupportFile[]
}

/** Keeps a message with its files and queues its mail in one transaction: what is answered with success is never lost. @throws too_many_requests */
export async function sendSupportMessage(
  services: Services,
  { userId, organizationId }: Session,
  { files, ...message }: SupportMessage,
): Promise<void> {
  await limitTries(
    services,
    [
      { key: limitKey('support', userId), max: 5, seconds: 10 * MINUTES },
      { key: limitKey('support-day', userId), max: 30, seconds: DAYS },
    ],
    'You’ve sent several messages. Wait a few minutes, or email support.',
  )
  const {
    database: { system },
    clock,
    queue,
  } = services
  const who = await queries.senderOf(system, userId, organizationId)
  const sender = `${who.name || who.email} <${who.email}>, user ${userId}${who.displayName === null ? '' : `, ${who.displayName} (organization ${organizationId})`}`
  await inSystem(services, async (db) => {
    const messageId = await queries.keep(db, { ...message, userId, sender, queuedAt: clock.now() }, files)
    await queue.send(db, 'support.send', { organizationId, messageId })
  })
}
