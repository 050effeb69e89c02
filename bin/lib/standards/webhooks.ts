import { createRequire } from 'node:module'
import type { Received } from '#server/testing/receiver.ts'
import type { Door } from './door.ts'
import { install } from './tools.ts'

interface Library {
  Webhook: new (secret: string) => { verify(body: string, headers: Record<string, string>): unknown }
}

/** The library of Standard Webhooks verifies what Motto sends, and rejects what is not from Motto. */
export async function checkWebhooks(home: string, door: Door): Promise<boolean> {
  const folder = install(home, { name: 'standardwebhooks', version: '1.1.1' })
  const { Webhook } = createRequire(import.meta.url)(folder) as Library
  const verifies = ({ text, headers }: Pick<Received, 'text' | 'headers'>, secret: string): boolean => {
    try {
      new Webhook(secret).verify(text, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  }
  const url = `/webhooks`
  const made = await door.call<Made>(url, { url: door.receiver.url, types: ['order.received'] })
  const own = `${url}/${made.webhook.id}`
  const first = await sent(door, own)
  const rotated = await door.call<Made>(`${own}/secret`, {})
  const second = await sent(door, own)
  const foreign = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const altered = (change: Record<string, string>) => ({ ...first, headers: { ...first.headers, ...change } })
  const expectations: [what: string, isMet: boolean][] = [
    ['verifies a message', verifies(first, made.secret)],
    ['verifies a message after a rotation by the new secret', verifies(second, rotated.secret)],
    ['verifies a message after a rotation by the former secret', verifies(second, made.secret)],
    ['rejects a message from before the rotation by the new secret', !verifies(first, rotated.secret)],
    ['rejects a foreign secret', !verifies(first, foreign)],
    ['rejects another body', !verifies({ ...first, text: first.text.replace('test', 'best') }, made.secret)],
    ['rejects another id', !verifies(altered({ 'webhook-id': 'msg_another' }), made.secret)],
    ['rejects another time', !verifies(altered({ 'webhook-timestamp': '1614265330' }), made.secret)],
    ['rejects no signature', !verifies(altered({ 'webhook-signature': '' }), made.secret)],
  ]
  for (const [what, isMet] of expectations)
    if (isMet) console.log(`Standard Webhooks ${what}`)
    else console.error(`The library of Standard Webhooks fails here: it ${what}`)
  return expectations.every(([, isMet]) => isMet)
}

interface Made {
  secret: string
  webhook: { id: number }
}
/** @returns what the receiver gets of a test event */
async function sent(door: Door, webhook: string): Promise<Received> {
  const { ok } = await door.call<{ ok: boolean }>(`${webhook}/test`, {})
  const received = door.receiver.received.at(-1)
  if (!ok || !received) throw new Error('The receiver got no event.')
  return received
}
