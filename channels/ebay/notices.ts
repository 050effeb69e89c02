import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import type { Http } from '../call.ts'
import { ChannelError } from '../channel.ts'
import { readAs } from '../kit/read.ts'
import { errorOfAnswer } from './errors.ts'

// @see https://developer.ebay.com/marketplace-account-deletion read 2026-11-22
const Signature = z.object({ kid: z.string().regex(/^[\w-]{1,100}$/), signature: z.string() })
const Notice = z.object({
  metadata: z.object({ topic: z.string() }),
  notification: z.object({ notificationId: z.string().default(''), data: z.unknown() }),
})
const AppToken = z.object({ access_token: z.string() })
const Refused = z.object({ error: z.string() })
const PublicKey = z.object({ key: z.string() })

interface Asking {
  http: Http
  origins: Record<string, string>
  clientId: string
  clientSecret: string
  now: Date
}
/** As eBay recommends: a key for each notice would use up the day's calls. */
const KEEP_MS = 3_600_000
/** Keys that eBay gave us, or is asked for just now. An old one stays until it is asked for anew: a forger's cannot take its place. */
const keys = new Map<string, { until: number; key: Promise<KeyObject> }>()
/** Keys that nobody knows are a forger's; each costs a call, so no more are asked for within an hour. */
const MOST_STRANGERS = 20
const strangers = new Map<string, number>()

/** The answer to eBay's question whether an address is ours. @param token that it was told together with the address */
export function challengeAnswer(
  query: Record<string, string>,
  { address, token }: { address: string; token: string },
): { challengeResponse: string } | undefined {
  const code: unknown = query.challenge_code
  // Named twice, it is a list.
  if (typeof code !== 'string' || !code) return undefined
  return { challengeResponse: createHash('sha256').update(code).update(token).update(address).digest('hex') }
}

/** What eBay tells us: its topic and what it is about; undefined of what is no notice. @throws ChannelError `invalid` when eBay did not sign it */
export async function readNotice({
  raw,
  headers,
  ...asking
}: { raw: Buffer; headers: Record<string, string> } & Asking): Promise<
  { topic: string; id: string; data: unknown } | undefined
> {
  const signed = Signature.safeParse(decoded(headers['x-ebay-signature'] ?? ''))
  if (!signed.success) throw forged()
  const key = await keyOf(asking, signed.data.kid)
  const signature = Buffer.from(signed.data.signature, 'base64')
  const body = parsed(raw)
  // eBay signs the bytes that it sends; its own library checks them written anew.
  const texts = [raw, Buffer.from(JSON.stringify(body) ?? '')]
  if (!texts.some((text) => verify('sha1', text, key, signature))) throw forged()
  const { data: notice } = Notice.safeParse(body)
  return (
    notice && {
      topic: notice.metadata.topic,
      id: notice.notification.notificationId,
      data: notice.notification.data,
    }
  )
}

const forged = () => new ChannelError('invalid', 'The signature doesn’t match.')

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}
const decoded = (header: string) => parsed(Buffer.from(header, 'base64'))

/** The key that eBay signed with, asked for once an hour. @throws ChannelError `invalid` when eBay does not know it */
function keyOf(asking: Asking, kid: string): Promise<KeyObject> {
  const id = `${asking.origins.api}/${kid}`
  const now = asking.now.getTime()
  const cached = keys.get(id)
  if (cached && cached.until > now) return cached.key
  if (!cached) admit(id, now)
  const key = askKey(asking, kid)
    .then((fresh) => (strangers.delete(id), fresh))
    .catch((error: unknown) => {
      const isUnknown = error instanceof ChannelError && error.kind === 'invalid'
      // While eBay cannot be asked, what it said last holds.
      if (cached && !isUnknown) return cached.key
      keys.delete(id)
      // One that eBay does not know is not asked for again; one that could not be asked for is.
      if (isUnknown) strangers.set(id, now + KEEP_MS)
      else strangers.delete(id)
      throw error
    })
  keys.set(id, { until: now + KEEP_MS, key })
  return key
}

/** @throws ChannelError where a key is known to be nobody's, or too many that nobody knows were asked for */
function admit(id: string, now: number): void {
  for (const [old, until] of strangers) if (until <= now) strangers.delete(old)
  if (strangers.has(id)) throw forged()
  if (strangers.size >= MOST_STRANGERS) throw new ChannelError('unavailable', 'Too many keys at once.')
  strangers.set(id, now + KEEP_MS)
}

async function askKey(asking: Asking, kid: string): Promise<KeyObject> {
  const answer = await asking.http({
    method: 'GET',
    url: `${asking.origins.api}/commerce/notification/v1/public_key/${kid}`,
    headers: { authorization: `Bearer ${await appToken(asking)}`, 'accept-language': 'en-US' },
    lane: 'notification',
  })
  if (answer.status === 400 || answer.status === 404) throw forged()
  if (answer.status !== 200) throw errorOfAnswer(answer, false)
  const { key } = readAs('eBay', PublicKey, answer.body)
  // It comes on one line, which no reader of PEM takes.
  const der = Buffer.from(key.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64')
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}

/** A token of the app itself, for what belongs to no seller. @throws ChannelError `forbidden` where the app was not given the scope */
export async function appToken(
  { http, origins, clientId, clientSecret }: Omit<Asking, 'now'>,
  scope = 'https://api.ebay.com/oauth/api_scope',
): Promise<string> {
  const answer = await http({
    method: 'POST',
    url: `${origins.api}/identity/v1/oauth2/token`,
    reads: true,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'accept-language': 'en-US',
    },
    form: { grant_type: 'client_credentials', scope },
  })
  const refusal = Refused.safeParse(answer.body)
  if (refusal.data?.error === 'invalid_scope')
    throw new ChannelError('forbidden', 'eBay hasn’t given this app the permission it needs.', {
      code: refusal.data.error,
    })
  if (answer.status !== 200)
    throw new ChannelError('unavailable', `eBay didn’t give the app a token (${answer.status}).`)
  return readAs('eBay', AppToken, answer.body).access_token
}
