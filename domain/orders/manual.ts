import type { OrderState } from './intake.ts'

/** Where orders made by hand come from, until a shop has its own words (ORD-181). */
export const builtInSources = [
  'POS / In-Store',
  'Website',
  'Phone',
  'Email',
  'Live Chat',
  'Sales Rep',
  'Showroom',
  'Kiosk',
  'Trade Show',
  'Pop-Up',
  'Event',
  'Manual',
  'Invoice',
  'Wholesale',
] as const

/** The used sources with their order counts, then the built-in ones nobody used yet (ORD-179). */
export function knownSources(used: readonly { source: string; count: number }[]): { source: string; count: number }[] {
  const seen = new Set(used.map(({ source }) => source.toLowerCase()))
  return [
    ...used,
    ...builtInSources.filter((source) => !seen.has(source.toLowerCase())).map((source) => ({ source, count: 0 })),
  ]
}

/** What an order made by hand is, from the shipping status it was given (ORD-145): what came back has left the building before. */
export function manualState(shippingStatus: string): { state: OrderState; orderStatus: string } {
  const status = shippingStatus.toLowerCase()
  if (status === 'shipped') return { state: 'shipped', orderStatus: 'Shipped' }
  return status === 'delivered' || status === 'returned'
    ? { state: 'shipped', orderStatus: 'Completed' }
    : { state: 'open', orderStatus: 'open' }
}

/** Signs without those that are mistaken for another; a code of eight tells 10¹² orders apart. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The number of an order whose seller gave none: "MAN-" and an 8-character code (ORD-345). @param random from 0 to 1, asked for each sign */
export const manualNumber = (random: () => number): string =>
  `MAN-${Array.from({ length: 8 }, () => signs[Math.floor(random() * signs.length)] ?? '').join('')}`

/** Parts of an address that were filled in (ORD-317); a country alone says nothing. */
export function filledParts<T extends Record<string, string>>(address: T): Partial<T> {
  const parts = Object.entries(address)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value)
  return parts.every(([name]) => name === 'country') ? {} : (Object.fromEntries(parts) as Partial<T>)
}
