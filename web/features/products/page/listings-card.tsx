import { channelNames } from '#contract/channels/names.ts'
import { listListingProducts } from '#contract/listings/listings.ts'
import { listingState } from '#domain/listings/standing.ts'
import { listingStates } from '#domain/words/states.ts'
import { useRead } from '#web/api.ts'
import { ChannelMark } from '#web/ui/images/channel-mark.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Bar } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import { ToneList } from '#web/ui/tables/tone-list.tsx'
import { useOpened } from './editor.ts'

/** How the product stands on each channel, and the way to its settings there. */
export function ListingsCard() {
  const { product } = useOpened()
  const listings = useRead(listListingProducts, { query: { productId: product.id } })
  const publish = (
    <Link to="/product/$productId/publish/{-$channel}" params={{ productId: String(product.id) }}>
      Listing settings
    </Link>
  )
  return (
    <Card title="Listings" actions={publish} padded={false}>
      <ToneList>
        {!listings.data && !listings.isError && (
          <li>
            <Bar width={180} />
          </li>
        )}
        {listings.data?.length === 0 && <li className="muted">Not listed on any channel yet.</li>}
        {listings.data?.map((listing) => {
          const state = listingState(listing)
          const { label, tone } = listingStates[state]
          const reason = tone === 'danger' ? listing.result?.reason : ''
          return (
            <li key={listing.channel} data-tone={tone}>
              <ChannelMark channel={listing.channel} state={state} named />
              <Link
                to="/product/$productId/publish/{-$channel}"
                params={{ productId: String(product.id), channel: listing.channel }}
              >
                {channelNames[listing.channel]}
              </Link>
              <span className="grow muted">{reason ? `${label}: ${reason}` : label}</span>
            </li>
          )
        })}
      </ToneList>
      {!listings.data && listings.isError && (
        <ErrorState error={listings.error} retry={() => void listings.refetch()} />
      )}
    </Card>
  )
}
