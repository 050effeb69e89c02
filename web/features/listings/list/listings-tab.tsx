import { listListingProducts } from '#contract/listings/listings.ts'
import { toPublish } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useAccounts } from '#web/form/channels/account.tsx'
import { dateTime, number } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { ToEdges } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import type { Listing } from '../listing-state.ts'
import { KeptInStep } from './kept-in-step.tsx'
import { ListingActions } from './listing-actions.tsx'
import { PublishLink, Reason, State, ThereLink } from './listing-cells.tsx'

const columnsFor = (nameOf: (integrationId: number | null) => string): readonly Column<Listing>[] => [
  {
    key: 'channel',
    header: 'Channel',
    phone: 'title',
    render: (listing) => (
      <span className="row">
        <ChannelMark channel={listing.channel} named />
        <PublishLink listing={listing}>{markNames[listing.channel]}</PublishLink>
        <span className="subtle">{nameOf(listing.integrationId)}</span>
      </span>
    ),
  },
  { key: 'state', header: 'State', render: (listing) => <State listing={listing} /> },
  { key: 'reason', header: 'Details', render: (listing) => <Reason listing={listing} /> },
  {
    key: 'sync',
    header: 'Sync',
    render: (listing) => <KeptInStep listing={listing} />,
  },
  { key: 'pushed', header: 'On the channel', align: 'right', render: (listing) => number(listing.pushedQuantity) },
  {
    key: 'since',
    header: 'Listed',
    render: (listing) => <span className="muted">{listing.listedAt ? dateTime(listing.listedAt) : '–'}</span>,
  },
  {
    key: 'there',
    header: <span className="sr-only">On the channel</span>,
    render: (listing) => <ThereLink listing={listing} />,
  },
  {
    key: 'actions',
    header: <span className="sr-only">Actions</span>,
    align: 'right',
    render: (listing) => <ListingActions listing={listing} />,
  },
]

/** Where one product is listed, in what state and why. */
export function ListingsTab({ productId }: { productId: number }) {
  const listings = useRead(listListingProducts, { query: { productId } })
  const { nameOf } = useAccounts()
  if (listings.isError && !listings.data)
    return <ErrorState error={listings.error} retry={() => void listings.refetch()} />
  return (
    <ToEdges>
      <DataTable
        wide
        label="Listings of this product"
        columns={columnsFor(nameOf)}
        rows={listings.data}
        rowKey={(listing) => `${listing.channel} ${listing.integrationId}`}
        empty={
          <EmptyState
            title="Not listed on any channel"
            actions={<LinkButton {...toPublish(productId)}>Publish</LinkButton>}
          >
            Choose channels on the Publish tab.
          </EmptyState>
        }
      />
    </ToEdges>
  )
}
