/** The prefix of a generated SKU when none is chosen (PRO-088). */
export const DEFAULT_PREFIX = 'SK'
const DIGITS = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const CODE_LENGTH = 8

/** The prefix and the number, padded to 6 digits (PRO-087). */
export const numberedSku = (number: number, prefix = DEFAULT_PREFIX) =>
  `${prefix}${String(number).padStart(DIGITS, '0')}`

/** A code of 8 letters and digits, for when there is no number to count on (PRO-089). @param random answers from 0 up to, not including, 1 */
export const randomSku = (random: () => number) =>
  Array.from({ length: CODE_LENGTH }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')

/** The number at a SKU's end and what stands before it; null where a SKU ends otherwise or its number is too long to count on. */
export function splitSku(sku: string): { prefix: string; number: number } | null {
  const match = /^(.*?)(\d{1,15})$/s.exec(sku)
  return match && !/\d$/.test(match[1] ?? '') ? { prefix: match[1] ?? '', number: Number(match[2]) } : null
}
