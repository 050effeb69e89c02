import { createHash, createPublicKey, verify } from 'node:crypto'
import type { SimRequest } from '../../kit/simulator.ts'

export interface Signed extends Pick<SimRequest, 'method' | 'headers' | 'rawBody'> {
  /** Of the address as the client called it, without the query. */
  path: string
}

const needed = ['x-ebay-signature-key', '@method', '@path', '@authority']
const inputPattern = /^sig1=(\(((?:"[\w@-]+" ?)+)\);created=(\d+)(?:;[\w-]+=[^;]+)*)$/

/**
 * What is wrong with the signature of a request, by RFC 9421 and RFC 9530; undefined: nothing is.
 * @param publicKeyOf SPKI in base64 by what eBay calls the key
 */
export function signatureProblem(
  { method, path, headers, rawBody }: Signed,
  publicKeyOf: (token: string) => string | undefined,
): string | undefined {
  const token = headers['x-ebay-signature-key']
  const input = inputPattern.exec(headers['signature-input'] ?? '')
  const signature = /^sig1=:([A-Za-z\d+/]+=*):$/.exec(headers['signature'] ?? '')?.[1]
  if (!token || !input || !signature) return 'The signature is missing.'
  const key = publicKeyOf(token)
  if (key === undefined) return 'The signing key is unknown.'
  const [, parameters = '', list = ''] = input
  const names = list
    .trim()
    .split(' ')
    .map((name) => name.slice(1, -1))
  const covered = rawBody.length > 0 ? ['content-digest', ...needed] : needed
  if (!covered.every((name) => names.includes(name))) return 'The signature does not cover the request.'
  const digest = `sha-256=:${createHash('sha256').update(rawBody).digest('base64')}:`
  if (rawBody.length > 0 && headers['content-digest'] !== digest) return 'The content digest is wrong.'
  const derived: Record<string, string> = { '@method': method, '@path': path, '@authority': headers['host'] ?? '' }
  const base = [
    ...names.map((name) => `"${name}": ${derived[name] ?? headers[name] ?? ''}`),
    `"@signature-params": ${parameters}`,
  ].join('\n')
  const spki = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(base), spki, Buffer.from(signature, 'base64')) ? undefined : 'The signature is wrong.'
}
