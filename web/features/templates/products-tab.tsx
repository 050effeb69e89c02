import { useSearch } from '@tanstack/react-router'
import type { CallReply } from '#contract/endpoint.ts'
import { listProducts } from '#contract/products/products.ts'
import { toNewProduct } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { shownText } from '#web/form/mentions/mention.ts'
import { useMay } from '#web/may.tsx'
import { ago, money, number } from '#web/ui/format.ts'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Link, LinkButton, useNavigate } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { useTemplate } from './editor.ts'
import { RowsSelect } from './templates-page.tsx'

type Row = CallReply<typeof listProducts>['data'][number]

/** Rows on a page at first (TPL-113). */
const rowsAtFirst = 10

const columns: readonly Column<Row>[] = [
  {
    key: 'sku',
    header: 'SKU',
    phone: 'title',
    render: (row) => (
      <Link to="/product/$productId" params={{ productId: String(row.id) }} className="mono">
        {row.sku}
      </Link>
    ),
  },
  {
    key: 'title',
    header: 'Title',
    phone: 'title',
    render: (row) => shownText(row.title) || <span className="subtle">No title</span>,
  },
  { key: 'price', header: 'Price', align: 'right', render: (row) => money(row.price) },
  { key: 'quantity', header: 'Quantity', align: 'right', render: (row) => number(row.quantity) },
  { key: 'sold', header: 'Sold', align: 'right', phone: 'hide', render: (row) => number(row.sold) },
  {
    key: 'updated',
    header: 'Updated',
    phone: 'hide',
    render: (row) => <span className="muted">{ago(row.updatedAt)}</span>,
  },
]

/** The products made from this template. */
export function ProductsTab() {
  const { id } = useTemplate()
  const mayAdd = useMay('products:write')
  const { page = 1, rows = rowsAtFirst } = useSearch({ from: '/template/$templateId/products' })
  const navigate = useNavigate({ from: '/template/$templateId/products' })
  const products = useRead(
    listProducts,
    {
      query: {
        templateIds: [id],
        offset: (page - 1) * rows,
        limit: rows,
        fields: ['sku', 'title', 'price', 'quantity', 'sold', 'updatedAt'],
      },
    },
    { keepPrevious: true },
  )
  if (products.isError && !products.data)
    return <ErrorState error={products.error} retry={() => void products.refetch()} />
  return (
    <DataTable
      label="Products of this template"
      columns={columns}
      rows={products.data?.data}
      rowKey={(row) => row.id}
      onOpen={({ id: productId }) =>
        void navigate({ to: '/product/$productId', params: { productId: String(productId) } })
      }
      stale={products.isPlaceholderData}
      page={{
        offset: (page - 1) * rows,
        limit: rows,
        items: products.data?.items ?? 0,
        itemsCapped: products.data?.itemsCapped,
        onChange: (offset) => void navigate({ search: (now) => ({ ...now, page: offset / rows + 1 }) }),
      }}
      footer={<RowsSelect value={rows} onChange={(next) => void navigate({ search: { rows: next } })} />}
      empty={
        <EmptyState
          title="No products yet"
          actions={mayAdd && <LinkButton {...toNewProduct(id)}>New Product</LinkButton>}
        >
          Products that use this template appear here.
        </EmptyState>
      }
    />
  )
}
