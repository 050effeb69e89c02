import type { Address } from '#contract/orders/orders.ts'

export const cityLine = ({ city, region, postalCode }: Address) =>
  [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** The lines of an address as they stand on a parcel. */
export const addressLines = (address: Address): string[] =>
  [address.name, address.company, address.line1, address.line2, cityLine(address), address.country].filter(
    (line): line is string => Boolean(line),
  )
