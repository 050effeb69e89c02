import { createHash, createPrivateKey, sign } from 'node:crypto'
import type { SigningKey } from '../../connection.ts'

export interface SignedRequest {
  method: string
  /** Absolute. */
  url: string
  /** The very text that is sent; '' for none. */
  body: string
  /** Seconds since 1970. */
  created: number
}

/** RFC 9530. */
const contentDigest = (body: string) => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

/** eBay’s own name for the header that tells the key. */
const keyHeader = 'x-ebay-signature-key'

/**
 * The headers of a signed request, by RFC 9421 with Ed25519.
 * @see https://developer.ebay.com/develop/guides/digital-signatures-for-apis read 2026-11-28
 */
export function signatureHeaders(
  { method, url, body, created }: SignedRequest,
  { token, privateKey }: SigningKey,
): Record<string, string> {
  const { host, pathname } = new URL(url)
  const components: [string, string][] = [
    ...(body === '' ? [] : [['content-digest', contentDigest(body)] as [string, string]]),
    [keyHeader, token],
    ['@method', method],
    ['@path', pathname],
    ['@authority', host],
  ]
  const parameters = `(${components.map(([name]) => `"${name}"`).join(' ')});created=${created}`
  const base = [...components.map(([name, value]) => `"${name}": ${value}`), `"@signature-params": ${parameters}`].join(
    '\n',
  )
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  return {
    ...(body !== '' && { 'content-digest': contentDigest(body) }),
    [keyHeader]: token,
    // eBay then checks it at once, also for sellers who need not sign.
    'x-ebay-enforce-signature': 'true',
    'signature-input': `sig1=${parameters}`,
    signature: `sig1=:${sign(null, Buffer.from(base), key).toString('base64')}:`,
  }
}
