import { randomUUID } from 'node:crypto'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Clock } from '../context.ts'
import { mails } from '../observing/metrics.ts'
import type { Mail } from './templates.ts'

export interface Sending {
  config: Pick<Config, 'mailUrl' | 'publicUrl' | 'dataDir'>
  clock: Clock
}
export interface Outgoing extends Mail {
  /** The same for each try, so that a mail program shows one of two. */
  id?: string
  replyTo?: string
  attachments?: { filename: string; contentType: string; content: Buffer }[]
}
const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** Sends a mail through the mail server, or writes it to the outbox where there is none. */
export async function sendMail(sending: Sending, to: string, mail: Outgoing): Promise<void> {
  let outcome: 'sent' | 'failed' = 'failed'
  try {
    await send(sending, to, mail)
    outcome = 'sent'
  } finally {
    mails.inc({ outcome })
  }
}

async function send({ config, clock }: Sending, to: string, mail: Outgoing): Promise<void> {
  // Loaded with the first mail: most processes never send one.
  const { createTransport } = await import('nodemailer')
  // As an object: a text with a comma would be read as several addresses.
  const message = {
    from: { ...senderOf(config), ...(mail.from ? { name: `${mail.from} via Motto` } : {}) },
    to: { name: '', address: to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: clock.now(),
    ...(mail.id ? { messageId: `<${mail.id}@${new URL(config.publicUrl).hostname}>` } : {}),
    ...(mail.unsubscribe ? { headers: unsubscribeHeaders(mail.unsubscribe) } : {}),
    ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
    ...(mail.attachments ? { attachments: mail.attachments } : {}),
  }
  if (!config.mailUrl) {
    const composed = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(
      message,
    )
    await keep(join(config.dataDir, 'outbox'), clock.now(), to, composed.message as Buffer)
    return
  }
  const url = new URL(config.mailUrl)
  for (const ours of ['from', 'support']) url.searchParams.delete(ours)
  const transport = createTransport({
    url: url.href,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
  try {
    await transport.sendMail(message)
  } finally {
    transport.close()
  }
}

/** What lets a mail program offer "Unsubscribe" and do it with one press (RFC 2369, RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** MAIL_URL may name the sender: `smtps://…/?from=shop@example.com`. */
function senderOf({ mailUrl, publicUrl }: Pick<Config, 'mailUrl' | 'publicUrl'>): { name: string; address: string } {
  const from = mailUrl ? new URL(mailUrl).searchParams.get('from') : null
  return { name: 'Motto', address: from ?? `no-reply@${new URL(publicUrl).hostname}` }
}

/** Written beside, then linked: whole or not there, and never over another mail of the same moment. */
async function keep(folder: string, at: Date, to: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fresh = join(folder, `.${randomUUID()}`)
  await writeFile(fresh, message, { mode: 0o600, flush: true })
  try {
    for (let ms = at.getTime(); ; ms += 1) {
      const time = new Date(ms).toISOString().replaceAll(':', '-')
      if (await linked(fresh, join(folder, `${time}-${to.replaceAll(/[^\w.@+-]/g, '_').slice(0, 150)}.eml`))) return
    }
  } finally {
    await rm(fresh)
  }
}

const linked = (from: string, to: string) =>
  link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
