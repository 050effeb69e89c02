import { amountIn, signOf } from '#domain/numbers/money.ts'

/** For formatters: to make one takes a phone up to 20 ms, so none is made while a page is starting. */
export const once = <T>(make: () => T) => {
  let made: T | undefined
  return () => (made ??= make())
}
const whole = once(() => new Intl.NumberFormat('en-US'))
const day = once(() => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' }))
const hour = once(() => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true }))

type Moment = string | number | Date
const dateOf = (t: Moment) => (t instanceof Date ? t : new Date(t))
const plain = (s: string) => s.replace(/\u202f/g, ' ')

/** The organization's, in which its products are priced. */
let ownCurrency = 'USD'
export const setOwnCurrency = (currency: string): void => void (ownCurrency = currency)
/** What stands before an amount in a field. */
export const currencySign = (): string => signOf(ownCurrency)

/** `€39.10`, `¥6,430`: of a currency that is named, such as an order's. @param value decimal amount, as on the wire */
export const moneyOf = (value: number | null | undefined, currency: string): string =>
  value === null || value === undefined ? '–' : amountIn(value, currency)

/** `$1,849.00` in the organization's currency (NAV-117, NAV-118). @param value decimal amount, as on the wire */
export const money = (value: number | null | undefined): string => moneyOf(value, ownCurrency)

/** `12,500` */
export const number = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? '–'
    : whole()
        .format(value + 0)
        .replace('-', '−') // + 0 takes the sign from −0

const shortDay = once(() => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }))
/** `Nov 20`. @param of like 2026-11-20 */
export const dayName = (of: string): string => shortDay().format(new Date(`${of}T00:00:00Z`))

/** `Nov 20, 2026` (NAV-119) */
export const date = (time: Moment): string => plain(day().format(dateOf(time)))

/** `4:52 PM` (NAV-120) */
export const time = (moment: Moment): string => plain(hour().format(dateOf(moment)))

/** `Nov 20, 2026, 4:52 PM` */
export const dateTime = (moment: Moment): string => `${date(moment)}, ${time(moment)}`

/** `21 min ago` within a day, else the date. @param now milliseconds since 1970 */
export function ago(moment: Moment, now: number = Date.now()): string {
  const minutes = Math.floor((now - dateOf(moment).getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  return date(moment)
}

/** `1 product`, `3 products` */
export const plural = (n: number, singular: string, many: string = `${singular}s`): string =>
  `${number(n)} ${n === 1 ? singular : many}`
