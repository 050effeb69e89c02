import type { Doubt } from '#contract/adopting/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { listFound } from '#contract/adopting/adopting.ts'
import { money, number } from '#web/ui/format.ts'

export type Found = CallReply<typeof listFound>['data'][number]

/** Why somebody has to look. @param channel its name */
export const doubtWords: Record<Doubt, (channel: string) => string> = {
  twoListings: () => 'Two listings, one SKU',
  taken: () => 'Product is linked to another listing',
  severalFit: () => 'SKUs of several products',
  otherBarcode: () => 'Same SKU, different barcode',
  otherTitle: () => 'Same SKU, different title',
  missingHere: () => 'Some variations aren’t in Motto',
  missingThere: (channel) => `Some variations aren’t on ${channel}`,
  skuAlmost: () => 'SKU differs only in capitals or spaces',
  barcodeOnly: () => 'Same barcode, different SKU',
  titleOnly: () => 'Only the title matches',
  notOnSale: (channel) => `Not active on ${channel}`,
}

interface Priced {
  price: number
}
/** One price, or from the lowest to the highest. */
export function prices(parts: readonly Priced[]): string {
  const all = parts.map(({ price }) => price)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return parts.length === 0 ? '' : least === most ? money(least) : `${money(least)} to ${money(most)}`
}

/** Pieces of all parts; of a part that is not counted there are none. */
export const pieces = (parts: readonly { quantity: number | null }[]): string =>
  parts.every(({ quantity }) => quantity === null)
    ? 'not tracked'
    : number(parts.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0))

/** SKUs of a listing or product in one line. */
export function skus(parts: readonly { sku: string }[]): string {
  const [first, ...rest] = parts.map(({ sku }) => sku || 'no SKU')
  return rest.length > 0 ? `${first} and ${rest.length} more` : (first ?? 'no SKU')
}
