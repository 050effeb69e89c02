import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import type { Forgetting, SimContext } from '../../kit/simulator.ts'
import { type Handler, ok, route } from '../api/call.ts'
import { noticeError, refuse } from '../api/errors.ts'
import type { Order } from '../shapes.ts'
import type { Shop } from '../state.ts'
import { answersChallenge, destinations, SALES, subscriptions } from './subscriptions.ts'

interface Keys {
  id: string
  publicKey: string
  privateKey: string
}

/** One pair for all notices; eBay changes its own from time to time. */
function keysOf(context: SimContext): Keys {
  const [known] = context.store.list<Keys>('notice-key')
  if (known) return known
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const keys = { id: randomUUID(), ...pair }
  context.store.put('notice-key', keys.id, keys)
  return keys
}

const getPublicKey: Handler = ({ context, params: [id] }) => {
  const keys = keysOf(context)
  if (id !== keys.id) throw refuse(404, noticeError(195_001, 'The specified key id is invalid.'))
  // On one line, as eBay sends it.
  return ok({ key: keys.publicKey.replaceAll('\n', ''), algorithm: 'ECDSA', digest: 'SHA1' })
}

export const noticeRoutes = [route(null, 'GET', '/commerce/notification/v1/public_key/{}', getPublicKey)]

/** Sends a notice, signed as all of eBay's are. */
function send(context: SimContext, url: string, topic: string, data: object): void {
  const keys = keysOf(context)
  const at = context.now().toISOString()
  const body = JSON.stringify({
    metadata: { topic, schemaVersion: '1.0', deprecated: false },
    notification: { notificationId: randomUUID(), eventDate: at, publishDate: at, publishAttemptCount: 1, data },
  })
  const signature = sign('sha1', Buffer.from(body), keys.privateKey).toString('base64')
  const header = JSON.stringify({ alg: 'ecdsa', kid: keys.id, signature, digest: 'SHA1' })
  context.deliver({
    url,
    body,
    headers: { 'content-type': 'application/json', 'x-ebay-signature': Buffer.from(header).toString('base64') },
  })
}

/** A person closes their account: the address has to prove itself, then the signed notice is sent to it. */
export async function forget(context: SimContext, { buyer, address, token }: Forgetting): Promise<void> {
  if (!(await answersChallenge(address, token))) throw new Error(`${address} did not answer the challenge.`)
  send(context, address, 'MARKETPLACE_ACCOUNT_DELETION', {
    username: buyer,
    userId: randomBytes(8).toString('base64url'),
    eiasToken: randomBytes(24).toString('base64'),
  })
}

/** Tells the seller's app of a sale, once for each line. What eBay says of it besides the order is not published. */
export function tellSale({ context, seller }: Shop, { orderId, lines }: Order): void {
  const subscription = subscriptions(context).find(
    (candidate) => candidate.seller === seller && candidate.topicId === SALES && candidate.status === 'ENABLED',
  )
  const destination = destinations(context).find(({ destinationId }) => destinationId === subscription?.destinationId)
  if (destination?.status !== 'ENABLED') return
  for (const { lineItemId } of lines) send(context, destination.deliveryConfig.endpoint, SALES, { orderId, lineItemId })
}
