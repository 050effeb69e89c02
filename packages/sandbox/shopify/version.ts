/** Those that the simulator serves, by one schema: what is between them is an error code that Shopify sends no more in either. */
const served = ['2026-07', '2026-10'] as const
/** The newest of them. */
export const apiVersion = served[1]
const DAY_MS = 86_400_000
/** After the year that each version is served. */
const GRACE_DAYS = 15

/** The oldest version that is still served. @see https://shopify.dev/docs/api/usage/versioning read 2026-11-26 */
function oldestServed(now: Date): string {
  const then = new Date(now.getTime() - GRACE_DAYS * DAY_MS)
  const quarter = (then.getUTCFullYear() - 1) * 4 + Math.floor(then.getUTCMonth() / 3) + 1
  return `${Math.floor(quarter / 4)}-${String((quarter % 4) * 3 + 1).padStart(2, '0')}`
}

/**
 * The version that a request is answered in: one that is served no more falls forward to the oldest that is, without a word but this one.
 * @returns undefined for what is no version, or none yet
 */
export function answeredIn(requested: string, now: Date): string | undefined {
  if (!/^\d{4}-(01|04|07|10)$/.test(requested) || requested > apiVersion) return undefined
  return [requested, served[0], oldestServed(now)].toSorted().at(-1)
}
export const maxVariants = 2048
export const maxOptions = 3
