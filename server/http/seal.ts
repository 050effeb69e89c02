import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Services } from '../context.ts'
import { purposeKey } from './auth.ts'

const NONCE = 12
const TAG = 16
/** Values sealed before they were bound to their row begin with their nonce instead. */
const BOUND = Buffer.from('bound1')

/**
 * Encrypts a small value for keeping: AES-256-GCM under a key of its own purpose. It is bound to its row: copied into another one, it cannot be opened.
 * @param row names the row among those of this purpose, such as the user's id
 */
export function seal(services: Services, purpose: string, row: string, value: unknown): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', purposeKey(services.secret, purpose), nonce).setAAD(Buffer.from(row))
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([BOUND, nonce, cipher.getAuthTag(), text])
}

/** @throws when it was sealed under another secret key or for another row, or changed */
export function unseal(services: Services, purpose: string, row: string, sealed: Buffer): unknown {
  const key = purposeKey(services.secret, purpose)
  return sealed.subarray(0, BOUND.length).equals(BOUND)
    ? opened(key, sealed.subarray(BOUND.length), row)
    : opened(key, sealed)
}

function opened(key: Buffer, sealed: Buffer, row?: string): unknown {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
  if (row !== undefined) decipher.setAAD(Buffer.from(row))
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8'))
}
