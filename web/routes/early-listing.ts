import { isBuilt } from '#contract/channels/names.ts'
import { listingChannels } from '#contract/listings/listings.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { early as asked } from './early.ts'

interface Publish {
  productId: string
  channel?: string | undefined
}
export interface Entered {
  params: Publish
  cause: 'preload' | 'enter' | 'stay'
}

const panelsEarly = asked(listingChannels, ({ productId }: Publish) =>
  /^\d+$/.test(productId) ? { query: { productId: Number(productId) } } : null,
)
const checkEarly = asked(preflight, ({ productId, channel }: Publish) =>
  /^\d+$/.test(productId) && channel !== undefined && isBuilt(channel)
    ? { query: { productId: Number(productId), channel } }
    : null,
)

/** Each of these waits for the one before it once the page is there: the product, its panels, what the channel would refuse. */
export function early(of: Entered): void {
  panelsEarly(of)
  checkEarly(of)
}
