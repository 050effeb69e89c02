import { type EtsyConnection, get, ofShop, send } from '../calls.ts'
import { etsy } from '#contract/channels/etsy.ts'
import { readAs } from '../../kit/read.ts'
import type { EtsyListing } from './map.ts'
import { listOf, Picture } from '../wire.ts'

/** Address of a picture of ours → its id there. */
export type Known = Map<string, number>

/** Those of the listing first, then those of its variations, as many as Etsy takes. */
export const picturesOf = ({ images, variants }: EtsyListing): string[] =>
  [...new Set([...images, ...variants.flatMap(({ image }) => image ?? [])])].slice(0, etsy.limits.images)

/**
 * Uploads what is not there yet, over what we do not want where there is such a one: so a try that is repeated leaves nothing twice.
 * @param known what we uploaded before; filled as pictures arrive
 * @returns the ids in the wanted order, and whether they stand there otherwise
 */
export async function bringPictures(
  c: EtsyConnection,
  listingId: number,
  urls: readonly string[],
  known: Known,
  isNew: boolean,
): Promise<{ ids: number[]; isOther: boolean }> {
  const there = isNew ? [] : (await get(c, listOf(Picture), `/listings/${listingId}/images`)).results
  const order = there.toSorted((a, b) => a.rank - b.rank).map(({ listing_image_id: id }) => id)
  for (const [url, id] of known) if (!order.includes(id)) known.delete(url)
  const isWanted = (id: number) => urls.some((url) => known.get(url) === id)
  for (const url of urls) {
    if (known.has(url)) continue
    const unwanted = order.findIndex((id) => !isWanted(id))
    const at = unwanted < 0 ? order.length : unwanted
    const id = await upload(c, listingId, url, { rank: at + 1, overwrite: unwanted >= 0 })
    order[at] = id
    known.set(url, id)
  }
  const ids = urls.flatMap((url) => known.get(url) ?? [])
  return { ids, isOther: ids.join() !== order.join() }
}

async function upload(
  c: EtsyConnection,
  listingId: number,
  url: string,
  { rank, overwrite }: { rank: number; overwrite: boolean },
): Promise<number> {
  const { body } = await send(c, {
    method: 'POST',
    path: ofShop(c, `/listings/${listingId}/images`),
    multipart: { image: await c.picture(url), rank: String(rank), overwrite: String(overwrite) },
  })
  return readAs('Etsy', Picture, body, true).listing_image_id
}
