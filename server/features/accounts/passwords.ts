import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { commonPasswords } from '#domain/accounts/common-passwords.ts'
import { weakRefusal } from '#domain/accounts/password.ts'
import { invalid } from '../../errors.ts'

/** OWASP's parameters for argon2id: memory in KiB, passes, lanes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** @param sent what the browser sends: the password's SHA-256, treated as the password itself */
export const hashPassword = (sent: string): Promise<string> => hash(sent, cost)

let common: ReadonlySet<string> | undefined

/** The same of a password that somebody chooses. @throws invalid_input where it is among the weak ones that are tried first */
export function hashChosenPassword(sent: string): Promise<string> {
  common ??= new Set(commonPasswords().map((password) => createHash('sha256').update(password).digest('base64')))
  if (common.has(Buffer.from(sent, 'hex').toString('base64'))) throw invalid('password', weakRefusal)
  return hashPassword(sent)
}

let nobody: Promise<string> | undefined

/** Whether it is the password; takes the same time when there is no account, or one without a password. */
export async function isPassword(stored: string | null | undefined, sent: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(32).toString('hex'))
  const right = await verify(stored ?? (await nobody), sent)
  return right && typeof stored === 'string'
}
