import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's parameters for argon2id: memory in KiB, passes, lanes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** @param sent what the browser sends: the password's SHA-256, treated as the password itself */
export const hashPassword = (sent: string): Promise<string> => hash(sent, cost)

let nobody: Promise<string> | undefined

/** Whether it is the password; takes the same time when there is no account, or one without a password. */
export async function isPassword(stored: string | null | undefined, sent: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(32).toString('hex'))
  const right = await verify(stored ?? (await nobody), sent)
  return right && typeof stored === 'string'
}
