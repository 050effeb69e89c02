import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Http } from '../../call.ts'
import { ebayPrivacy } from './privacy.ts'

const HOUR_MS = 3_600_000
const start = new Date('2026-01-01T00:00:00Z').getTime()
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString().replaceAll('\n', '')

/** eBay, as far as keys go: it knows one. @returns what it was asked */
function ebay() {
  const requests: string[] = []
  let silent = false
  const http: Http = async ({ url }) => {
    const answer = (status: number, body: unknown) => ({ status, headers: {}, body })
    if (url.endsWith('/oauth2/token')) return answer(200, { access_token: 'app' })
    requests.push(url.split('/').at(-1) ?? '')
    if (silent) return answer(500, {})
    return url.endsWith('/genuine') ? answer(200, { key: pem }) : answer(404, {})
  }
  return { http, requests, fallSilent: () => (silent = true) }
}

const notice = Buffer.from(
  JSON.stringify({
    metadata: { topic: 'MARKETPLACE_ACCOUNT_DELETION' },
    notification: { data: { username: 'gone', userId: 'u1' } },
  }),
)
const header = (kid: string, signature: string) => Buffer.from(JSON.stringify({ kid, signature })).toString('base64')
const genuine = header('genuine', sign('sha1', notice, privateKey).toString('base64'))
const origins = (name: string) => ({ api: `https://${name}.example` })

const tellTo = (http: Http, raw: Buffer, signature: string) =>
  ebayPrivacy.receive({
    raw,
    headers: { 'x-ebay-signature': signature },
    http,
    origins: origins('signed'),
    clientId: 'id',
    clientSecret: 'secret',
    now: new Date(start),
  })
const signedBy = (key: typeof privateKey, raw: Buffer) => header('genuine', sign('sha1', raw, key).toString('base64'))

it('a notice counts with the signature of its own bytes, or of the same written anew, under the key that eBay names', async () => {
  const { http } = ebay()
  const forgets = [{ kind: 'forget_person', accounts: ['gone', 'u1'] }]
  expect(await tellTo(http, notice, genuine)).toEqual(forgets)
  const spaced = Buffer.from(JSON.stringify(JSON.parse(notice.toString()), null, 2))
  expect(await tellTo(http, spaced, genuine)).toEqual(forgets)
  expect(await tellTo(http, spaced, signedBy(privateKey, spaced))).toEqual(forgets)
  const stranger = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
  const other = Buffer.from(notice.toString().replace('gone', 'somebody'))
  for (const [raw, signature] of [
    [other, genuine],
    [notice, signedBy(stranger, notice)],
    [notice, header('genuine', 'AAAA')],
  ] as const)
    await expect(tellTo(http, raw, signature)).rejects.toMatchObject({ kind: 'invalid' })
})

it('a signed notice of something else forgets nobody', async () => {
  const raw = Buffer.from(notice.toString().replace('MARKETPLACE_ACCOUNT_DELETION', 'ITEM_SOLD'))
  expect(await tellTo(ebay().http, raw, signedBy(privateKey, raw))).toEqual([])
})

it('a forger who names keys that nobody knows does not keep out notices that eBay signed', async () => {
  const { http, requests, fallSilent } = ebay()
  const tell = (signature: string, now: number) =>
    ebayPrivacy.receive({
      raw: notice,
      headers: { 'x-ebay-signature': signature },
      http,
      origins: origins('forged'),
      clientId: 'id',
      clientSecret: 'secret',
      now: new Date(now),
    })
  const forge = async (now: number) => {
    for (let i = 0; i < 50; i += 1)
      await expect(tell(header(`forged-${now}-${i}`, 'AAAA'), now)).rejects.toMatchObject({
        kind: expect.stringMatching(/^(invalid|unavailable)$/),
      })
  }
  const forgets = [{ kind: 'forget_person', accounts: ['gone', 'u1'] }]
  expect(await tell(genuine, start)).toEqual(forgets)
  for (const hours of [0, 1.5, 3]) {
    await forge(start + hours * HOUR_MS)
    expect(await tell(genuine, start + hours * HOUR_MS)).toEqual(forgets)
  }
  expect(requests.filter((kid) => kid !== 'genuine').length).toBeLessThanOrEqual(60)
  // Known once, it is known while eBay cannot be asked.
  fallSilent()
  expect(await tell(genuine, start + 6 * HOUR_MS)).toEqual(forgets)
})
