import type { Services } from '../../context.ts'
import { forgetKeys } from '../../http/idempotency.ts'
import { forgetTries } from '../../http/requests/limits.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { unseal } from '../../mail/seal.ts'
import { forgetAttempts } from './sign-on/attempts.ts'
import { type Sending, sendMail } from '../../mail/send.ts'
import { type Terminal, showMail } from '../../mail/terminal.ts'

/** SMTP answers from 500 on are final: trying again would be refused again. */
const refusedForGood = (error: unknown) => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
}

/** Sends a queued mail. A recipient whom the mail server refuses for good is given up. */
export async function sendMailJob(
  services: Sending & Pick<Services, 'secret' | 'log'>,
  { to, subject, html, text, id, from, unsubscribe }: Jobs['mail.send'],
  terminal: Terminal = process.stdout,
): Promise<void> {
  const { secret, log, config } = services
  try {
    const mail = {
      subject,
      html: unseal(secret, html),
      text: unseal(secret, text),
      ...(id ? { id } : {}),
      ...(from ? { from } : {}),
      ...(unsubscribe ? { unsubscribe: unseal(secret, unsubscribe) } : {}),
    }
    await sendMail(services, to, mail)
    if (!config.mailUrl) showMail(terminal, to, mail)
  } catch (error) {
    if (!refusedForGood(error)) throw error
    log.warn({ err: error, subject }, 'the mail server rejected the recipient; the mail is given up')
  }
}

const DAY_MS = 24 * 3600 * 1000

/** Deletes what has expired: sessions, mailed codes, counters of tries, keys of repeated requests. Called hourly. */
export async function sweepAccounts(services: Services): Promise<void> {
  const {
    database: { system },
    clock,
  } = services
  const now = clock.now()
  const dayAgo = new Date(now.getTime() - DAY_MS)
  // Old sessions show which networks an account has used.
  await system
    .deleteFrom('sessions')
    .where('expiresAt', '<', new Date(now.getTime() - 30 * DAY_MS))
    .execute()
  // A day after they expire, so that an expired link can still be distinguished from a wrong one.
  await system.deleteFrom('mailedCodes').where('expiresAt', '<', dayAgo).execute()
  await forgetAttempts(services, now)
  await forgetTries(services, now)
  await forgetKeys(services, dayAgo)
}
