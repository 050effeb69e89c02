import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ChannelError } from '../channel.ts'
import type { Delivery, Heard, WebhookEvent, Webhooks } from '../webhook.ts'

/** @see https://docs.clover.com/dev/docs/webhooks read 2026-11-22 */
const Handshake = z.object({ verificationCode: z.string().min(1).max(100) })
const Event = z.object({ objectId: z.string(), type: z.string(), ts: z.number() })
const Call = z.object({ merchants: z.record(z.string(), z.array(Event)) })

const kinds: Record<string, WebhookEvent['kind']> = {
  O: 'orders',
  P: 'orders',
  I: 'catalogue',
  IC: 'catalogue',
  IG: 'catalogue',
  IM: 'catalogue',
}

/** A sale shows at an item as a change of it: stock has no event of its own. */
function kindOf(what: string, type: string): WebhookEvent['kind'] {
  if (what === 'A' && type === 'DELETE') return 'uninstalled'
  if (what === 'I' && type === 'UPDATE') return 'stock'
  return kinds[what] ?? 'other'
}

const sameText = (a: string, b: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

/**
 * A call carries the code of the app's own page, and no signature: who has seen one call can make others. So it is a hint and no more.
 * Before all calls, Clover sends a code that the operator enters there to prove that the address is theirs.
 */
function receive({ raw, headers, app }: Delivery): Heard {
  const body = parse(raw)
  const expected = app.secrets.webhookAuth ?? ''
  if (!expected || !sameText(headers['x-clover-auth'] ?? '', expected)) {
    const handshake = Handshake.safeParse(body).data
    if (handshake) return { events: [], proof: handshake.verificationCode }
    throw new ChannelError('invalid', 'The code of this call doesn’t match the app’s code.')
  }
  const call = Call.safeParse(body).data
  return { events: Object.entries(call?.merchants ?? {}).flatMap(([account, events]) => events.map(eventOf(account))) }
}

const eventOf =
  (account: string) =>
  ({ objectId, type, ts }: z.output<typeof Event>): WebhookEvent => {
    const [what = '', externalId = ''] = objectId.split(':')
    return { eventId: `${account}:${objectId}:${type}:${ts}`, account, kind: kindOf(what, type), externalId }
  }

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}

export const cloverWebhooks: Webhooks = { scope: 'app', sendsCode: true, receive }
