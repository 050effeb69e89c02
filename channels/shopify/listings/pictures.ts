import type { ExternalListing, Outcome } from '../../channel.ts'
import { chunks, inCalls, ok } from '../../kit/batch.ts'
import { shrinking } from '../../kit/paging.ts'
import type { Flaws } from '../../product.ts'
import { ask, productIdOf, type ShopifyConnection } from '../calls.ts'
import { imageMark, type ShopifyListing } from './map.ts'
import { type LookOfProduct, Looks, type StandingMedia } from '../wire.ts'

/*
 * Shopify fetches pictures after it has answered, and tells nobody of one that it cannot fetch. The same ones are sent once more, by the next
 * revise or by the one that a look makes necessary; what fails then fails by itself.
 */

interface Media {
  nodes: StandingMedia[]
}

/** Why pictures that were sent are not shown. */
export const lostOf = ({ nodes }: Media): string[] =>
  nodes
    .filter(({ status }) => status === 'FAILED')
    .map(({ mediaErrors }) => mediaErrors[0]?.message ?? 'Shopify gave no reason.')

const notShown = (why: readonly string[]) =>
  `Shopify isn’t showing ${why.length === 1 ? 'an image' : `${why.length} images`} that Motto sent: ${[...new Set(why)].join(' ')}`

interface ToSend {
  mark: string
  send: boolean
  /** What is kept with the listing. */
  data: Record<string, string>
  warnings: string[]
}
/** Whether pictures are sent with a listing, and what is kept of that. @param lost of those that stand there */
export function picturesOf(listing: ShopifyListing, there: ExternalListing | null, lost: readonly string[]): ToSend {
  const mark = imageMark(listing)
  const same = Object.values(there?.parts ?? {}).some((part) => part.images === mark)
  const again = same && lost.length > 0
  return {
    mark,
    send: again || !same,
    data: again || (same && there?.data?.picturesAgain === mark) ? { picturesAgain: mark } : {},
    warnings: again ? [`${notShown(lost)} Motto sent the images again.`] : [],
  }
}

/** Products asked for at once: 250 pictures each are dear where Shopify counts every one. */
const productsAtOnce = [20, 5, 1]

const draftWords =
  'This product is a draft on Shopify, so buyers can’t see it. Set it to Active there. Its quantity keeps syncing.'

/** What became of the pictures that we sent, and whether somebody made a draft of the product. Pictures of others are not ours to mend. */
export async function flaws(c: ShopifyConnection, batch: ExternalListing[]): Promise<Outcome<Flaws>[]> {
  const none = batch.map(() => ok<Flaws>({ sentences: [], mendable: false }))
  const rows = batch.flatMap((external, index) => {
    const id = productIdOf(external)
    const mark = Object.values(external.parts).find(({ images }) => images)?.images
    return id ? [{ index, id, mark, isLast: external.data?.picturesAgain === mark }] : []
  })
  return inCalls(none, chunks(rows, productsAtOnce[0] ?? 1), async (some) => {
    const looks = await looksOf(
      c,
      some.map(({ id }) => id),
    )
    return some.map(({ id, mark, isLast }) => {
      const look = looks.get(id)
      const lost = look && mark ? lostOf(look.media) : []
      const draft = look?.status === 'DRAFT' ? [draftWords] : []
      const next = isLast
        ? 'Motto sent the images twice. Choose other images.'
        : 'Update the listing to send them again.'
      return ok({
        sentences: [...draft, ...(lost.length > 0 ? [`${notShown(lost)} ${next}`] : [])],
        // Sent again, a draft stays one.
        mendable: !isLast && (draft.length === 0 || lost.length > 0),
      })
    })
  })
}

type Look = Pick<LookOfProduct, 'status' | 'media'>
const looksOf = (c: ShopifyConnection, ids: string[]): Promise<Map<string, Look>> =>
  shrinking(productsAtOnce, async (size) => {
    const looks = new Map<string, Look>()
    for (const some of chunks(ids, size))
      for (const node of (await ask(c, 'looks', Looks, { ids: some })).nodes)
        if (node && 'id' in node) looks.set(node.id, { status: node.status, media: node.media })
    return looks
  })
