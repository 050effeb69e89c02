import type { ChannelId } from '#contract/channels/ids.ts'
import { listProduct } from '#contract/listings.ts'
import { priceDoubts } from '#domain/products/price-doubt.ts'
import { useWrite } from '#web/api.ts'
import { askPrices } from '#web/form/ask-prices.tsx'
import { markNames } from '#web/ui/channel-mark.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { ListingDraft } from '../editor/use-listing-draft.ts'
import type { Listing } from '../listing-state.ts'
import type { Product } from './publish-panel.tsx'

interface Sent {
  product: Product
  channel: ChannelId
  listing: Listing | null
  draft: ListingDraft
}

/** Lists a product on one channel, or updates it there: asks about a doubtful price, saves what is not saved, and tells what came of it. */
export function useSend({ product, channel, listing, draft }: Sent) {
  const name = markNames[channel]
  const about = `${channel} ${product.id}`
  const list = useWrite(listProduct, {
    quiet: true,
    onSuccess: ({ status, warnings }) => {
      if (status === 'queued') toast.info(`Still listing on ${name}. You can leave this page.`)
      else toast.success('Successfully listed product.', { detail: `${product.sku} on ${name}`, about })
      if (warnings.length) toast.info(warnings.map((warning) => warning.message).join(' '))
    },
    onError: (error) => toast.error(`${name} refused this listing.`, error.message, undefined, about),
  })
  const send = async () => {
    if (!(await askPrices(priceDoubts(product), [name]))) return
    if (draft.dirty || !listing) await draft.save()
    await list.mutateAsync({ params: { channel }, body: { productId: product.id } })
  }
  return { send, busy: list.isPending || draft.saving }
}
