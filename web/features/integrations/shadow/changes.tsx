import { Button } from '@mantine/core'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { getShadow } from '#contract/sync/shadow.ts'
import { toOrder, toProduct } from '#web/addresses.ts'
import { dateTime, moneyOf } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import classes from '../integrations.module.css'

type ShadowReply = CallReply<typeof getShadow>
type Listing = ShadowReply['listings'][number]
type Order = ShadowReply['orders'][number]
interface Row {
  key: string
  listing: Listing
  /** Null: nothing that Motto can compare differs. */
  change: Listing['changes'][number] | null
  isFirst: boolean
}

const actionWords: Record<Listing['action'], string> = {
  publish: 'New listing',
  revise: 'Update',
  quantity: 'Quantity',
  end: 'Unlist',
  none: 'No change',
}

const rowsOf = (listings: readonly Listing[]): Row[] =>
  listings.flatMap((listing) =>
    (listing.changes.length > 0 ? listing.changes : [null]).map((change, n) => ({
      key: `${listing.listingId}:${n}`,
      listing,
      change,
      isFirst: n === 0,
    })),
  )

const columnsOf = (name: string): readonly Column<Row>[] => [
  {
    key: 'listing',
    header: 'Listing',
    phone: 'title',
    render: ({ listing, isFirst }) =>
      isFirst && (
        <>
          <Link {...toProduct(listing.productId)}>
            <span className="mono">{listing.sku}</span>
          </Link>{' '}
          <span className="subtle">{listing.title}</span>
          {listing.problem && <div className={classes.problem}>{listing.problem}</div>}
        </>
      ),
  },
  {
    key: 'action',
    header: 'Change',
    phone: 'wide',
    render: ({ listing, isFirst }) => isFirst && actionWords[listing.action],
  },
  {
    key: 'field',
    header: 'Field',
    phone: 'title',
    render: ({ change, listing }) =>
      change ? (
        <>
          {change.label}
          {change.sku && change.sku !== listing.sku && <span className="subtle mono"> {change.sku}</span>}
        </>
      ) : (
        'Sent again without a visible change'
      ),
  },
  {
    key: 'now',
    header: `On ${name} now`,
    render: ({ change }) =>
      change?.now === null ? <span title="Not known. Scan your existing listings to compare.">–</span> : change?.now,
  },
  { key: 'would', header: 'Would become', phone: 'wide', render: ({ change }) => change?.would },
]

export function ListingChanges({
  channel,
  listings,
  isStale,
  isComputing,
  onNext,
  onBack,
}: {
  channel: ChannelId
  listings: readonly Listing[]
  isStale: boolean
  isComputing: boolean
  onNext: (() => void) | undefined
  onBack: (() => void) | undefined
}) {
  const name = markNames[channel]
  return (
    <Card
      title="Listings"
      padded={false}
      footer={
        (onNext || onBack) && (
          <>
            <Button variant="default" size="xs" disabled={!onBack} onClick={onBack}>
              Previous
            </Button>
            <Button variant="default" size="xs" disabled={!onNext} onClick={onNext}>
              Next
            </Button>
          </>
        )
      }
    >
      <DataTable
        label={`Listing changes for ${name}`}
        columns={columnsOf(name)}
        rows={rowsOf(listings)}
        rowKey={({ key }) => key}
        rowLabel={({ listing }) => listing.sku}
        stale={isStale}
        empty={
          <p className={classes.none}>
            {isComputing ? 'Checking listings…' : `No listing changes to send to ${name}.`}
          </p>
        }
      />
    </Card>
  )
}

const whatWords: Record<Order['what'], string> = {
  ship: 'Mark shipped',
  track: 'Change tracking',
  refund: 'Refund',
  cancel: 'Cancel',
}

const orderColumns = (name: string): readonly Column<Order>[] => [
  {
    key: 'order',
    header: 'Order',
    phone: 'title',
    render: (order) => <Link {...toOrder(order.orderId)}>{order.number}</Link>,
  },
  { key: 'what', header: 'Change', render: ({ what }) => whatWords[what] },
  {
    key: 'details',
    header: 'Details',
    render: ({ tracking, amount, currency, problem }) => (
      <>
        {amount === null ? tracking || 'Without a tracking number' : moneyOf(amount / 100, currency)}
        {problem && (
          <div className={classes.problem}>
            {name}: {problem}
          </div>
        )}
      </>
    ),
  },
  { key: 'at', header: 'Saved', render: ({ at }) => dateTime(at) },
]

export function OrderChanges({ channel, orders }: { channel: ChannelId; orders: readonly Order[] }) {
  const name = markNames[channel]
  return (
    <Card title="Shipments, refunds and cancellations" padded={false}>
      <DataTable
        label={`Order changes for ${name}`}
        columns={orderColumns(name)}
        rows={orders}
        rowKey={({ what, id }) => `${what}:${id}`}
        rowLabel={({ number }) => number}
        empty={<p className={classes.none}>No shipments, refunds or cancellations to send to {name}.</p>}
      />
    </Card>
  )
}
