import { z } from 'zod'
import { type EtsyConnection, get, ofShop, send } from '../calls.ts'
import type { Known } from './images.ts'
import type { EtsyListing } from './map.ts'
import { listOf, type Product } from '../wire.ts'

const Shown = z.looseObject({ property_id: z.number(), value_id: z.number(), image_id: z.number() })
type Shown = z.output<typeof Shown>

/** The picture of each value of the first property whose values have one each. Etsy shows pictures by one property alone. */
export function shownOf({ variants }: EtsyListing, saved: readonly Product[], known: Known): Shown[] {
  const [first] = saved
  for (const [at, { property_id }] of (first?.property_values ?? []).entries()) {
    const byValue = new Map<number, Set<number | undefined>>()
    for (const { sku, image } of variants) {
      const value = saved.find((product) => product.sku === sku)?.property_values[at]?.value_ids[0]
      if (value !== undefined)
        byValue.set(value, (byValue.get(value) ?? new Set()).add(image ? known.get(image) : undefined))
    }
    const shown = [...byValue].flatMap(([value_id, images]) => {
      const [image_id, ...more] = images
      return image_id !== undefined && more.length === 0 ? [{ property_id, value_id, image_id }] : []
    })
    if (shown.length > 0 && shown.length === byValue.size) return shown
  }
  return []
}

const key = (shown: readonly Shown[]): string =>
  shown
    .map(({ property_id, value_id, image_id }) => `${property_id}:${value_id}:${image_id}`)
    .toSorted()
    .join()

/** Tells which picture belongs to which value, where that is not so yet. */
export async function showPictures(
  c: EtsyConnection,
  listingId: number,
  listing: EtsyListing,
  saved: readonly Product[],
  known: Known,
): Promise<void> {
  const shown = shownOf(listing, saved, known)
  if (shown.length === 0) return
  const path = ofShop(c, `/listings/${listingId}/variation-images`)
  const { results } = await get(c, listOf(Shown), path)
  if (key(results) !== key(shown)) await send(c, { method: 'POST', path, json: { variation_images: shown } })
}
