import { z } from 'zod'
import type { NewSigningKey } from '../../connection.ts'
import { readAs } from '../../kit/read.ts'
import type { EbayConnection } from '../calls.ts'
import { errorOfAnswer } from '../errors.ts'
import { appToken } from '../notices.ts'

// Key Management API 1.0.0, read 2026-11-28
const MadeKey = z.object({
  signingKeyId: z.string().min(1),
  privateKey: z.string().min(1),
  jwe: z.string().min(1),
  /** Seconds since 1970. */
  expirationTime: z.number(),
})

/** Makes a key of the operator's app: one for all sellers. eBay shows its private part this one time. */
export async function createSigningKey(c: Pick<EbayConnection, 'http' | 'origins' | 'app'>): Promise<NewSigningKey> {
  const answer = await c.http({
    method: 'POST',
    url: `${c.origins.apiz}/developer/key_management/v1/signing_key`,
    headers: {
      authorization: `Bearer ${await appToken({ http: c.http, origins: c.origins, ...c.app })}`,
      'accept-language': 'en-US',
    },
    lane: 'key_management',
    json: { signingKeyCipher: 'ED25519' },
  })
  if (answer.status !== 200 && answer.status !== 201) throw errorOfAnswer(answer, false)
  const { signingKeyId, privateKey, jwe, expirationTime } = readAs('eBay', MadeKey, answer.body)
  return {
    id: signingKeyId,
    token: jwe,
    // Some copies of it come between PEM's lines.
    privateKey: privateKey.replaceAll(/-----[A-Z ]+-----|\s/g, ''),
    expiresAt: new Date(expirationTime * 1000),
  }
}
