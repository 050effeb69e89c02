import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { TokenKind } from '#contract/tokens/tokens.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 30 of 62 characters are 178 bits. */
const RANDOM_CHARS = 30
const CHECK_CHARS = 6
const prefixes: Record<TokenKind, string> = { person: 'motto_pat_', organization: 'motto_org_' }
/** What every token of ours begins with. */
export const PREFIX = 'motto_'
/** For secret scanners; docs/api-tokens.md prints it. */
export const TOKEN_PATTERN = /\bmotto_(?:pat|org)_[0-9A-Za-z]{36}\b/
const whole = new RegExp(`^${TOKEN_PATTERN.source}$`)

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECK_CHARS; place += 1) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}

export function newSecret(kind: TokenKind): string {
  const random = Array.from({ length: RANDOM_CHARS }, () => DIGITS.charAt(randomInt(DIGITS.length))).join('')
  const head = prefixes[kind] + random
  return head + checksum(head)
}

/** Whether a text can be a token at all: a typing error is found without a query. */
export const isWellFormed = (text: string): boolean =>
  whole.test(text) && checksum(text.slice(0, -CHECK_CHARS)) === text.slice(-CHECK_CHARS)

/** What is stored. The secret is random and long, so nobody can guess it from a fast hash as they could a password. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** What people tell tokens apart by. */
export const hintOf = (secret: string): string => `${secret.slice(0, secret.lastIndexOf('_') + 1)}…${secret.slice(-4)}`
