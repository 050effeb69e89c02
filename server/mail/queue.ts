import type { Kysely } from 'kysely'
import type { Services } from '../context.ts'
import type { DB } from '../db/types.ts'
import { seal } from './seal.ts'
import type { Mail } from './templates.ts'

/** Queues a mail in the transaction of `db`. Its text travels sealed, so that neither log nor job table shows a code. */
export const queueMail = (
  services: Services,
  db: Kysely<DB>,
  to: string,
  mail: Mail,
  organizationId: number | null = null,
) =>
  services.queue.send(db, 'mail.send', {
    organizationId,
    to,
    id: services.clock.uuid(),
    subject: mail.subject,
    html: seal(services.secret, mail.html),
    text: seal(services.secret, mail.text),
    ...(mail.from ? { from: mail.from } : {}),
    ...(mail.unsubscribe ? { unsubscribe: seal(services.secret, mail.unsubscribe) } : {}),
  })
