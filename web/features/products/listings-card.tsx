import { Link } from '@tanstack/react-router'
import { channelNames } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listListingProducts } from '#contract/listings.ts'
import { useRead } from '#web/api.ts'
import { ChannelMark, type MarkState } from '#web/ui/channel-mark.tsx'
import { Card } from '#web/ui/page.tsx'
import { Bar } from '#web/ui/skeleton.tsx'
import { ToneList } from '#web/ui/tone-list.tsx'
import { useOpened } from './editor.ts'

type Listing = CallReply<typeof listListingProducts>[number]

function stateOf({ status, pending, result }: Listing): { state: MarkState; words: string } {
  if (pending) return { state: 'sending', words: 'Sending' }
  if (status === 'error') return { state: 'refused', words: result?.reason || 'Refused' }
  if (status === 'listed') return { state: 'live', words: 'Live' }
  return { state: 'off', words: status === 'unlisted' ? 'Unlisted' : 'Not listed' }
}

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
        {!listings.data && (
          <li>
            <Bar width={180} />
          </li>
        )}
        {listings.data?.length === 0 && <li className="muted">Not listed on any channel yet.</li>}
        {listings.data?.map((listing) => {
          const { state, words } = stateOf(listing)
          return (
            <li key={listing.channel} data-tone={state === 'refused' ? 'danger' : undefined}>
              <ChannelMark channel={listing.channel} state={state} named />
              <Link
                to="/product/$productId/publish/{-$channel}"
                params={{ productId: String(product.id), channel: listing.channel }}
              >
                {channelNames[listing.channel]}
              </Link>
              <span className="grow small muted">{words}</span>
            </li>
          )
        })}
      </ToneList>
    </Card>
  )
}
