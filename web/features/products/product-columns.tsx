import { Link } from '@tanstack/react-router'
import type { CallReply } from '#contract/endpoint.ts'
import type { listProducts, Readiness } from '#contract/products.ts'
import { ChannelMarks, type MarkState } from '#web/ui/channel-mark.tsx'
import { shownText } from '#web/form/mention.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { ago, dateTime, money, number } from '#web/ui/format.ts'
import { StatusChip, type Tone } from '#web/ui/status-chip.tsx'
import classes from './products.module.css'
import { Thumb } from './thumb.tsx'

export type ProductRow = CallReply<typeof listProducts>['data'][number]

const readinessTones: Record<Readiness, { tone: Tone; word: string; why: string }> = {
  ready: { tone: 'success', word: 'Ready', why: 'Title, description and all attributes are there.' },
  partial: { tone: 'warning', word: 'Partial', why: 'A recommended attribute is missing.' },
  error: { tone: 'danger', word: 'Incomplete', why: 'The title, the description or a required attribute is missing.' },
}

export const ReadinessChip = ({ readiness }: { readiness: Readiness }) => {
  const { tone, word, why } = readinessTones[readiness]
  return (
    <StatusChip tone={tone} title={why}>
      {word}
    </StatusChip>
  )
}

const markStates: Record<string, MarkState> = { listed: 'live', error: 'refused' }

const Listings = ({ row }: { row: ProductRow }) => {
  const shown = row.listings.flatMap(({ channel, status }) => (markStates[status] ? [{ channel, state: markStates[status] }] : []))
  return shown.length ? <ChannelMarks listings={shown} /> : <span className={`subtle ${classes.nowrap}`}>Not listed</span>
}

const Sku = ({ row }: { row: ProductRow }) => (
  <Link to="/product/$productId" params={{ productId: String(row.id) }} className={`mono ${classes.sku}`}>
    {row.sku}
  </Link>
)

export const productColumns: readonly Column<ProductRow>[] = [
  { key: 'image', header: <span className="sr-only">Image</span>, width: 48, phone: 'title', render: (row) => <Thumb url={row.image} /> },
  { key: 'sku', header: 'SKU', sortable: true, phone: 'title', render: (row) => <Sku row={row} /> },
  {
    key: 'title',
    header: 'Title',
    sortable: true,
    phone: 'title',
    render: (row) => (
      <span className={classes.title} title={shownText(row.title)}>
        {shownText(row.title) || <span className="subtle">No title</span>}
      </span>
    ),
  },
  { key: 'template', header: 'Template', phone: 'hide', render: (row) => <span className={`muted ${classes.nowrap}`}>{row.templateName}</span> },
  { key: 'price', header: 'Price', sortable: true, align: 'right', render: (row) => money(row.price) },
  {
    key: 'cost',
    header: 'Cost',
    sortable: true,
    align: 'right',
    phone: 'hide',
    render: (row) => <span className="muted">{money(row.cost)}</span>,
  },
  {
    key: 'quantity',
    header: 'Quantity',
    label: 'Quantity',
    sortable: true,
    align: 'right',
    render: (row) => <span className={row.quantity === 0 ? classes.out : undefined}>{number(row.quantity)}</span>,
  },
  {
    key: 'reserved',
    header: 'Reserved',
    align: 'right',
    phone: 'hide',
    render: (row) => <span className="muted">{number(row.reservedQuantity)}</span>,
  },
  { key: 'sold', header: 'Sold', sortable: true, align: 'right', phone: 'hide', render: (row) => number(row.sold) },
  { key: 'listings', header: 'Listings', phone: 'hide', render: (row) => <Listings row={row} /> },
  { key: 'status', header: 'Status', phone: 'hide', render: (row) => <ReadinessChip readiness={row.readiness} /> },
  {
    key: 'updatedAt',
    header: 'Updated',
    sortable: true,
    phone: 'hide',
    render: (row) => (
      <span className={`muted ${classes.nowrap}`} title={dateTime(row.updatedAt)}>
        {ago(row.updatedAt)}
      </span>
    ),
  },
]
