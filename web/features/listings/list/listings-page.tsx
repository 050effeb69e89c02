import { useSearch } from '@tanstack/react-router'
import type { CallReply } from '#contract/endpoint.ts'
import { listListings } from '#contract/listings/listings.ts'
import { listingStates, standings } from '#domain/words/states.ts'
import { useRead } from '#web/api.ts'
import { channelChoices, useAccounts } from '#web/form/channels/account.tsx'
import { useMay } from '#web/may.tsx'
import { FilterBar } from '#web/ui/filters/filter-bar.tsx'
import { ChoiceFilter } from '#web/ui/filters/filter-menu.tsx'
import { NoMatch } from '#web/ui/filters/no-match.tsx'
import { ago, dateTime, money, number, plural } from '#web/ui/format.ts'
import { ChannelMark, channelOrder, markNames } from '#web/ui/images/channel-mark.tsx'
import { Thumb } from '#web/ui/images/thumb.tsx'
import { SearchField } from '#web/ui/inputs/search-field.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton, useNavigate } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { isThere, LinkThereButton } from '../publish/already-there.tsx'
import { KeptInStep } from './kept-in-step.tsx'
import { RetryButton } from './listing-actions.tsx'
import { PublishLink, Reason, State, ThereLink } from './listing-cells.tsx'
import classes from './listings.module.css'

type Row = CallReply<typeof listListings>['data'][number]

const pageSize = 25
const statuses = [
  { value: 'listed', label: listingStates.live.label },
  { value: 'error', label: listingStates.failed.label },
  { value: 'unlisted', label: listingStates.unlisted.label },
  { value: 'draft', label: 'Not listed yet' },
] as const

const reasons = [
  { value: 'notKept', label: standings.notKept.label },
  { value: 'pending', label: 'Updating' },
  { value: 'held', label: 'Channel delayed' },
  { value: 'tooMany', label: 'Shows more than in stock' },
] as const

const columnsFor = ({ several, nameOf }: ReturnType<typeof useAccounts>): readonly Column<Row>[] => [
  {
    key: 'channel',
    header: <span className="sr-only">Channel</span>,
    width: 20,
    phone: 'corner',
    render: (row) => <ChannelMark channel={row.channel} />,
  },
  {
    key: 'product',
    header: 'Product',
    phone: 'title',
    render: (row) => (
      <span className={classes.product}>
        <Thumb url={row.image} size={30} />
        <span className="grow">
          <PublishLink listing={row} mono>
            {row.sku}
          </PublishLink>
          <span className={classes.title} dir="auto">
            {row.title}
          </span>
        </span>
      </span>
    ),
  },
  ...(several.length > 0
    ? [{ key: 'account', header: 'Account', render: (row: Row) => nameOf(row.integrationId) || '–' }]
    : []),
  { key: 'state', header: 'Status', render: (row) => <State listing={row} /> },
  { key: 'reason', header: 'Details', render: (row) => <Reason listing={row} /> },
  {
    key: 'kept',
    header: 'Sync',
    render: (row) => <KeptInStep listing={row} />,
  },
  { key: 'there', header: 'On the channel', align: 'right', render: (row) => number(row.pushedQuantity) },
  { key: 'ours', header: 'Available', align: 'right', render: (row) => number(row.available) },
  { key: 'price', header: 'Price', align: 'right', render: (row) => money(row.price) },
  {
    key: 'updated',
    header: 'Updated',
    render: (row) => (
      <span className="muted nowrap" title={dateTime(row.updatedAt)}>
        {ago(row.updatedAt)}
      </span>
    ),
  },
  {
    key: 'link',
    header: <span className="sr-only">On the channel</span>,
    render: (row) => (
      <span className="nowrap">
        <ThereLink listing={row} />
      </span>
    ),
  },
  {
    key: 'retry',
    header: <span className="sr-only">Actions</span>,
    render: (row) =>
      isThere(row) ? (
        <LinkThereButton which={{ listingIds: [row.id] }} channel={markNames[row.channel]} />
      ) : row.status === 'error' ? (
        <RetryButton id={row.id} />
      ) : null,
  },
]

/** Every product on every channel: what stands there, and what its channel said. */
export function ListingsPage() {
  const search = useSearch({ from: '/listings' })
  const navigate = useNavigate({ from: '/listings' })
  const accounts = useAccounts()
  const { channel, account, status, behind, search: words, offset = 0 } = search
  const listings = useRead(
    listListings,
    {
      query: {
        channel,
        integrationId: account,
        status,
        behind,
        search: words ? [words] : undefined,
        offset,
        limit: pageSize,
      },
    },
    { keepPrevious: true },
  )
  const show = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, offset: undefined, ...change }) })
  const filtered = Boolean(channel || account || status || words || behind)
  const clear = () => void navigate({ search: {} })
  return (
    <Page title="Listings" count={listings.data && number(listings.data.items)} flush>
      <div className={classes.filters}>
        <FilterBar label="Filter listings" onClear={filtered ? clear : undefined}>
          <SearchField
            className={classes.words}
            label="Search listings"
            placeholder="SKU, title or barcode"
            value={words ?? ''}
            tidy={trimmed}
            pauseMs={pauseMs}
            onSearch={(text) => show({ search: text || undefined })}
          />
          <ChoiceFilter
            name="Channel"
            any="All channels"
            options={channelChoices(accounts.several)}
            value={account ? String(account) : channel}
            onChange={(value) =>
              show({ channel: channelOrder.find((id) => id === value), account: Number(value) || undefined })
            }
          />
          <ChoiceFilter
            name="Status"
            any="All statuses"
            options={statuses}
            value={status}
            onChange={(value) => show({ status: statuses.find((known) => known.value === value)?.value })}
          />
          <ChoiceFilter
            name="Sync"
            any="Synced or not"
            options={reasons}
            value={behind}
            onChange={(value) => show({ behind: value })}
          />
        </FilterBar>
      </div>
      {listings.isError && !listings.data ? (
        <ErrorState error={listings.error} retry={() => void listings.refetch()} />
      ) : (
        <DataTable
          wide
          label="Listings"
          columns={columnsFor(accounts)}
          rows={listings.data?.data}
          rowKey={(row) => row.id}
          stale={listings.isPlaceholderData}
          footer={<LinkAll rows={listings.data?.data ?? []} />}
          page={{
            offset,
            limit: pageSize,
            items: listings.data?.items ?? 0,
            itemsCapped: listings.data?.itemsCapped,
            onChange: (next) => show({ offset: next || undefined }),
          }}
          empty={<NoListings filtered={filtered} onClear={clear} />}
        />
      )}
    </Page>
  )
}

/** One press for all of this page that their channels refused because their SKUs are sold there already. */
function LinkAll({ rows }: { rows: readonly Row[] }) {
  const waiting = rows.filter(isThere)
  if (!useMay('listings:write') || waiting.length < 2) return null
  return (
    <LinkThereButton
      which={{ listingIds: waiting.map(({ id }) => id) }}
      channel="their channels"
      label={`Link ${plural(waiting.length, 'existing listing')}`}
    />
  )
}

/** How long typing pauses before the list is asked for, in milliseconds. */
const pauseMs = 300
const trimmed = (text: string) => text.trim()

const NoListings = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) =>
  filtered ? (
    <NoMatch things="listings" onClear={onClear} />
  ) : (
    <EmptyState title="No listings yet" actions={<LinkButton to="/inventory">Go to the inventory</LinkButton>}>
      Open a product, choose channels on the Publish tab and list it.
    </EmptyState>
  )
