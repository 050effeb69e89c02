import { Button } from '@mantine/core'
import { retryListing, unlistProduct } from '#contract/listings/listings.ts'
import { listingState } from '#domain/listings/standing.ts'
import { listingStates } from '#domain/words/states.ts'
import { useWrite } from '#web/api.ts'
import type { ApiError } from '#web/call.ts'
import { useMay } from '#web/may.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { panelAlert, toast } from '#web/ui/dialogs/toast.tsx'
import type { Listing } from '../listing-state.ts'

/** Ends a listing after asking. @param failed what becomes of a failure */
export function useUnlist(
  listing: Pick<Listing, 'channel' | 'productId' | 'integrationId'>,
  failed: (error: ApiError) => void,
) {
  const unlist = useWrite(unlistProduct, {
    quiet: true,
    onError: failed,
    onSuccess: ({ status }) =>
      status === 'fulfilled'
        ? panelAlert.success('Successfully unlisted.')
        : panelAlert.info(`Still unlisting from ${markNames[listing.channel]}. You can leave this page.`),
  })
  const ask = async () => {
    const name = markNames[listing.channel]
    const yes = await confirm({
      title: `Unlist from ${name}?`,
      body: `Buyers won’t see it on ${name}. The product and its stock aren’t changed.`,
      confirm: 'Unlist',
      danger: true,
    })
    if (yes)
      unlist.mutate({
        params: { integration: listing.channel },
        body: { productId: listing.productId, integrationId: listing.integrationId },
      })
  }
  return { ask, busy: unlist.isPending }
}

/** Sends a listing once more. */
export function RetryButton({ id }: { id: number }) {
  const retry = useWrite(retryListing, { onSuccess: () => toast.info('Trying again.') })
  if (!useMay('listings:write')) return null
  return (
    <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate({ params: { id } })}>
      Try again
    </Button>
  )
}

/** Refused or stopped, or changed since. */
const isToMend = (listing: Listing) => {
  const state = listingState(listing)
  // To that question, sending it again is no answer.
  if (state === 'there') return false
  const { tone } = listingStates[state]
  return tone === 'danger' || tone === 'warning'
}

/** A failure is kept with the listing, whose row says so; here it is only logged (LST-087, LST-088). Nobody keeps what did not get through. */
const logged = ({ status, message }: ApiError) =>
  status === 0 ? toast.error('Couldn’t unlist', message) : console.warn(`Couldn’t unlist: ${message}`)

export function ListingActions({ listing }: { listing: Listing }) {
  const { ask, busy } = useUnlist(listing, logged)
  if (!useMay('listings:write')) return null
  return (
    <span className="row">
      {listing.id !== null && isToMend(listing) && <RetryButton id={listing.id} />}
      {listing.externalId && (
        <Button size="xs" variant="subtle" loading={busy} onClick={() => void ask()}>
          Unlist
        </Button>
      )}
    </span>
  )
}
