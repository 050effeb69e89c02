import { invalid } from '../api/errors.ts'
import type { Form } from '../api/input.ts'
import type { Listing, ListingText, Shop } from '../state.ts'

/** @see https://github.com/etsy/open-api/discussions/1774 read 2026-11-28 */
const requiredFrom = Date.parse('2027-02-01T00:00:00Z')

/** A shop with such a name sells to the EU as a trader. Invented: Etsy's API has no field for it. */
const isTrader = ({ seller }: Shop) => /^trader/i.test(seller.name)

const texts = [
  'gpsr_manufacturer_type',
  'gpsr_responsible_person_type',
  'gpsr_serial_number',
  'gpsr_safety_warnings',
] as const
const ids = ['gpsr_manufacturer_id', 'gpsr_responsible_person_id'] as const

/** The names are Etsy's. What the values may be is not published, so any is kept. @throws EtsyError 400 */
export const safetyIn = (form: Form): Partial<ListingText> =>
  Object.fromEntries([
    ...texts.map((name) => [name, form.text(name)] as const),
    ...ids.map((name) => [name, form.whole(name)] as const),
  ])

/** From its day on Etsy rejects goods of traders without both operators; the sentence is ours. @throws EtsyError 400 */
export function checkOperators(shop: Shop, listing: Listing): void {
  if (!isTrader(shop) || listing.type === 'download' || shop.context.now().getTime() < requiredFrom) return
  const missing = ids.find((name) => !listing[name])
  if (missing) throw invalid(`A ${missing} is required for listings of traders that are sold to the EU.`)
}
