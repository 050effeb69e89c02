import { MOST_ANSWER } from '#contract/webhooks/webhooks.ts'
import type { Services } from '../../context.ts'
import { storable } from '../../db/storable.ts'
import type { Guard } from '../../http/outgoing/outgoing.ts'
import { type Connections, type Posted, postOutside } from '../../http/outgoing/post.ts'
import { unseal } from '../../http/seal.ts'
import { headersOf } from './signature.ts'

export const SEALED_AS = 'webhook secret'
const TIMEOUT_MS = 15_000

export interface Receiver {
  organizationId: number
  url: string
  secret: Buffer
  formerSecret: Buffer | null
  formerUntil: Date | null
}
export interface Message {
  messageId: string
  type: string
  /** Of the event, not of the try. */
  at: Date
  data: object
}
export interface Sent extends Posted {
  ok: boolean
  tookMs: number
}

export const bodyOf = ({ type, at, data }: Pick<Message, 'type' | 'at' | 'data'>): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })

/** Whether an operator has opened a host, so that it may be private and answer on any port. */
export const isOpened = ({ config }: Pick<Services, 'config'>, host: string): boolean =>
  config.webhookHosts.includes(host.toLowerCase())

const guardFor = (services: Services, url: string): Guard =>
  isOpened(services, URL.parse(url)?.host ?? '')
    ? { ...services.outgoing, mayReach: () => true, mayUse: () => true }
    : services.outgoing

/** Signs and sends one message, with a fresh time: receivers refuse old ones. @param connections shared with other messages */
export async function send(
  services: Services,
  receiver: Receiver,
  message: Message,
  connections?: Connections,
): Promise<Sent> {
  const at = services.clock.now()
  const open = (sealed: Buffer) => unseal(services, SEALED_AS, String(receiver.organizationId), sealed) as string
  const { formerSecret, formerUntil } = receiver
  const secrets = [
    open(receiver.secret),
    ...(formerSecret && formerUntil && formerUntil > at ? [open(formerSecret)] : []),
  ]
  const body = bodyOf(message)
  const began = performance.now()
  const posted = await postOutside(receiver.url, {
    guard: guardFor(services, receiver.url),
    headers: headersOf(secrets, { messageId: message.messageId, at, body }),
    body: Buffer.from(body),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_ANSWER,
    connections,
  })
  const { status } = posted
  return {
    ...posted,
    // A receiver that repeats our secret must not put it into our log.
    answer: storable(secrets.reduce((text, secret) => text.replaceAll(secret, 'whsec_…'), posted.answer)),
    ok: status !== null && status >= 200 && status < 300,
    tookMs: Math.round(performance.now() - began),
  }
}
