import type { ApiVersion } from '#contract/channels/describe.ts'

const DAY_MS = 86_400_000
/** How long before its end a version needs an update. */
const NOTICE_DAYS = 60

/** How many days the channel still serves the version, counting today; 0 once it doesn't. Undefined where no end is announced. */
export function daysServed({ servedUntil }: ApiVersion, now: Date): number | undefined {
  if (!servedUntil) return undefined
  const end = Date.parse(`${servedUntil}T00:00:00Z`) + DAY_MS
  return Math.max(0, Math.ceil((end - now.getTime()) / DAY_MS))
}

/** Whether somebody should update Motto, since the channel stops serving the version soon or did already. */
export const needsUpdate = (api: ApiVersion, now: Date): boolean => (daysServed(api, now) ?? Infinity) <= NOTICE_DAYS

/** @returns what to do and until when; '' while there is time. @param channel its name */
export function updateAdvice(channel: string, api: ApiVersion, now: Date): string {
  if (!api.servedUntil || !needsUpdate(api, now)) return ''
  const end = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${api.servedUntil}T00:00:00Z`),
  )
  return daysServed(api, now) === 0
    ? `${channel} stopped supporting version ${api.version} of its API on ${end}, and Motto still uses it. Listings and orders can fail without an error. Update Motto now.`
    : `${channel} supports version ${api.version} of its API, which Motto uses, until ${end}. Update Motto before then.`
}
