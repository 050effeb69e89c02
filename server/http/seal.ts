import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Services } from '../context.ts'
import { purposeKey } from './auth.ts'

const NONCE = 12
const TAG = 16

/** Encrypts a small value for keeping: AES-256-GCM under a key of its own purpose; nonce, tag and text in one. */
export function seal(services: Services, purpose: string, value: unknown): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', purposeKey(services.secret, purpose), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** @throws when it was sealed under another secret key, or changed */
export function unseal(services: Services, purpose: string, sealed: Buffer): unknown {
  const decipher = createDecipheriv('aes-256-gcm', purposeKey(services.secret, purpose), sealed.subarray(0, NONCE))
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8'))
}
