import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { purposeKey } from '../http/auth.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a mail's text for the job table: it holds a code that works, and only hashes of those are kept. */
export function seal(secret: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', purposeKey(secret, 'mail'), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws Error when the text was sealed with another secret */
export function unseal(secret: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', purposeKey(secret, 'mail'), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
