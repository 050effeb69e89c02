import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ChannelError } from '../channel.ts'
import { readAs } from '../kit/read.ts'
import type { Delivery, Heard, Webhooks } from '../webhook.ts'

const Call = z.looseObject({
  event_type: z.string(),
  resource_url: z.string().default(''),
  shop_id: z.coerce.string(),
})
/** How far the clock of a call may be from ours, in seconds: an old one was kept by somebody. */
const SLACK = 300

/** Etsy's portal signs as Svix does: id, time and body, with a key of the app's own. @see https://docs.svix.com/receiving/verifying-payloads/how-manual read 2026-11-21 */
function receive({ raw, headers, app, now }: Delivery): Heard {
  const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': signatures = '' } = headers
  const secret = app.secrets.webhooks ?? ''
  if (!secret || !id || !signatures || Math.abs(now.getTime() / 1000 - Number(at)) > SLACK) throw forged()
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(raw).digest()
  const fits = signatures.split(' ').some((candidate) => {
    const [version, signature = ''] = candidate.split(',')
    const bytes = Buffer.from(signature, 'base64')
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
  if (!fits) throw forged()
  const call = readAs('Etsy', Call, JSON.parse(raw.toString('utf8')))
  const isOrder = /^order[._]/i.test(call.event_type)
  const externalId = /receipts\/(\d+)/.exec(call.resource_url)?.[1] ?? ''
  return { events: [{ eventId: id, account: call.shop_id, kind: isOrder ? 'orders' : 'other', externalId }] }
}
const forged = () => new ChannelError('invalid', 'This call isn’t signed by Etsy.')

/** The operator of a commercial app enters one address for all shops in Etsy's portal. */
export const etsyWebhooks: Webhooks = { scope: 'app', receive }
