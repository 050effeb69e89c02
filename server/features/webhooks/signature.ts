import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** Signs as Standard Webhooks 1.0.0 says: the key is what the secret's text decodes to. @param at when this try is made, in seconds */
export function signatureOf(secret: string, messageId: string, at: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${messageId}.${at}.${body}`).digest('base64')}`
}

/** The headers of one try. @param secrets all that sign it: the newest first */
export function headersOf(
  secrets: readonly string[],
  { messageId, at, body }: { messageId: string; at: Date; body: string },
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000)
  return {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, messageId, seconds, body)).join(' '),
  }
}
