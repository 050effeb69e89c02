import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { textOf } from '../../kit/json.ts'
import type { SimContext } from '../../kit/simulator.ts'
import { type Call, type Handler, ok, route } from '../api/call.ts'
import { accessError, orderError, refuse } from '../api/errors.ts'
import { signatureProblem } from './verify.ts'

const LIFE_SECONDS = 3 * 365 * 86_400

interface SigningKey {
  signingKeyId: string
  signingKeyCipher: string
  /** SPKI, in base64. */
  publicKey: string
  /** eBay seals the public key in it under a key of its own; here it is only a name. */
  jwe: string
  creationTime: number
  expirationTime: number
}

/** Keys belong to the app: no seller's token serves. */
function keysOf({ shop, context }: Call): { all: SigningKey[]; put(key: SigningKey): void } {
  if (shop.seller !== '') throw refuse(403, accessError(1100, 'Access denied'))
  return {
    all: context.store.list<SigningKey>('signingKey'),
    put: (key) => context.store.put('signingKey', key.jwe, key),
  }
}

/** The private key is told this one time. */
const createKey: Handler = (call) => {
  const keys = keysOf(call)
  const cipher = textOf(call.body()['signingKeyCipher']) || 'ED25519'
  if (cipher !== 'ED25519') throw refuse(400, accessError(2004, 'Invalid request'))
  const pair = generateKeyPairSync('ed25519')
  const now = Math.floor(call.context.now().getTime() / 1000)
  const part = (bytes: number) => randomBytes(bytes).toString('base64url')
  const key: SigningKey = {
    signingKeyId: randomUUID(),
    signingKeyCipher: cipher,
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    jwe: [Buffer.from('{"alg":"A256GCMKW","enc":"A256GCM"}').toString('base64url'), ...[32, 12, 96, 16].map(part)].join(
      '.',
    ),
    creationTime: now,
    expirationTime: now + LIFE_SECONDS,
  }
  keys.put(key)
  const privateKey = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { status: 201, body: { ...key, privateKey } }
}

const getKeys: Handler = (call) => ok({ signingKeys: keysOf(call).all })
const getKey: Handler = (call) => {
  const key = keysOf(call).all.find(({ signingKeyId }) => signingKeyId === call.params[0])
  if (!key) throw refuse(404, accessError(2002, 'Resource not found'))
  return ok(key)
}

const path = '/developer/key_management/v1/signing_key'
export const keyRoutes = [
  route(null, 'POST', path, createKey),
  route(null, 'GET', path, getKeys),
  route(null, 'GET', `${path}/{}`, getKey),
]

/** Of a seller who lives in the EU or the UK eBay wants some calls signed. Here their name says so: that is ours. */
const mustSign = (seller: string) => /^(eu|uk)_/.test(seller)

/** Refuses a call without a valid signature. The status is known from public clients; the number and the sentences are ours. */
export function checkSignature({ shop, context, request }: Call): void {
  const enforced = request.headers['x-ebay-enforce-signature'] === 'true'
  if (!mustSign(shop.seller) && !enforced) return
  const signed = { ...request, path: `${new URL(context.baseUrl).pathname.replace(/\/$/, '')}${request.path}` }
  const problem = signatureProblem(signed, (token) => publicKeyOf(context, token))
  if (problem) throw refuse(403, orderError(215_122, `Signature validation failed. ${problem}`))
}

function publicKeyOf(context: SimContext, token: string): string | undefined {
  const key = context.store.get<SigningKey>('signingKey', token)
  return key && key.expirationTime * 1000 > context.now().getTime() ? key.publicKey : undefined
}
