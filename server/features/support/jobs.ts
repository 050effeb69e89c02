import type { Services } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { sendMail } from '../../mail/send.ts'
import { supportAddress } from '../../mail/support-address.ts'
import { supportMail } from '../../mail/templates.ts'
import * as queries from './queries.ts'

type Needed = Pick<Services, 'config' | 'clock' | 'database'>
const DAY_MS = 24 * 3600 * 1000

/** Mails a message to support and then deletes it. If it is gone, an earlier try has sent it. */
export async function sendSupportJob(
  { config, clock, database: { system } }: Needed,
  { messageId }: Jobs['support.send'],
): Promise<void> {
  const message = await queries.find(system, messageId)
  if (!message) return
  const attachments = (await queries.filesOf(system, messageId)).map(({ name, type, content }) => ({
    filename: name,
    contentType: type,
    content,
  }))
  await sendMail({ config, clock }, supportAddress(config), {
    ...supportMail(message),
    replyTo: message.email,
    attachments,
  })
  await queries.drop(system, messageId)
}

/** Queues messages again whose job has given up: the mail server may be right again. Called when a worker starts. */
export async function requeueSupport({ database: { system }, queue, clock }: Services): Promise<void> {
  const now = clock.now()
  await system.transaction().execute(async (db) => {
    const forgotten = await queries.takeForgotten(db, new Date(now.getTime() - DAY_MS), now)
    for (const { id } of forgotten) await queue.send(db, 'support.send', { organizationId: null, messageId: id })
  })
}
