import type { ChannelId } from '#contract/channels/ids.ts'
import { listProduct } from '#contract/listings/listings.ts'
import { priceDoubts } from '#domain/products/price-doubt.ts'
import { useWrite } from '#web/api.ts'
import { useAccount } from '#web/form/channels/account.tsx'
import { useOneAtATime } from '#web/form/one-at-a-time.ts'
import { askDoubts } from '#web/form/products/ask-prices.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { money } from '#web/ui/format.ts'
import { panelAlert } from '#web/ui/dialogs/toast.tsx'
import type { ListingDraft } from '../editor/use-listing-draft.ts'
import type { Listing } from '../listing-state.ts'
import type { Product } from '../product.ts'

interface Sent {
  product: Product
  channel: ChannelId
  listing: Listing | null
  draft: ListingDraft
}

/** Saves how a product lists on one channel, and lists or updates it there. A doubtful price that would be sent is asked about. */
export function useSend({ product, channel, listing, draft }: Sent) {
  const name = markNames[channel]
  const isLive = Boolean(listing?.externalId)
  const integrationId = useAccount()
  const about = `${channel} ${product.id}`
  const list = useWrite(listProduct, {
    quiet: true,
    onSuccess: ({ status, warnings }) => {
      if (status === 'queued') panelAlert.info(`Still listing on ${name}. You can leave this page.`)
      else panelAlert.success('Successfully listed product.', { detail: `${product.sku} on ${name}`, about })
      if (warnings.length) panelAlert.warning(warnings.map((warning) => warning.message).join(' '))
    },
    onError: (error) =>
      panelAlert.error(
        error.code === 'channel_refused'
          ? `${name} rejected this listing.`
          : `Not sent to ${name}: fix the problems shown.`,
        error.message,
        undefined,
        about,
      ),
  })
  const saving = useOneAtATime()
  const sending = useOneAtATime()
  /** What follows by itself was asked about when its price changed. */
  const meant = (isSent: boolean) =>
    !isSent || (isLive && listing?.listSettings.sync) || askDoubts(priceDoubts(product, money), [name])
  const save = async () => {
    if (await meant(isLive && draft.settings.sync)) await draft.save()
  }
  const send = async () => {
    if (!(await meant(true))) return
    if (draft.dirty || !listing) await draft.save()
    await list.mutateAsync({ params: { channel }, body: { productId: product.id, integrationId } })
  }
  return { save: () => saving(save), send: () => sending(send), busy: list.isPending || draft.saving }
}

export type Send = ReturnType<typeof useSend>
