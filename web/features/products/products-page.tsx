import { Button } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { listProducts, productSorts } from '#contract/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { useRead } from '#web/api.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { productColumns } from './product-columns.tsx'
import { type Filters, isFiltered, ProductFilters } from './product-filters.tsx'
import classes from './products.module.css'

const pageSize = 25
const noFilters: Filters = { search: undefined, template: undefined, min: undefined, max: undefined }

/** All products, a page at a time; filters, sort and page stand in the address. */
export function ProductsPage() {
  const { page = 1, sort = 'updatedAt', order = 'desc', ...filters } = useSearch({ from: '/inventory' })
  const navigate = useNavigate({ from: '/inventory' })
  const go = (change: Filters & { page?: number; sort?: (typeof productSorts)[number]; order?: 'asc' | 'desc' }) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...change }), replace: true })
  const { search, template, min, max } = filters
  const products = useRead(
    listProducts,
    {
      query: {
        offset: (page - 1) * pageSize,
        limit: pageSize,
        sortBy: sort,
        orderBy: order,
        search,
        templateId: template,
        minPrice: min,
        maxPrice: max,
      },
    },
    { keepPrevious: true },
  )
  const filtered = isFiltered(filters)
  const items = products.data?.items
  return (
    <Page
      title="Inventory"
      flush
      count={items === undefined ? undefined : `${number(items)}${products.data?.itemsCapped ? '+' : ''}`}
      actions={
        <Button component={Link} to={'/inventory/new' as string} leftSection={<Icon name="plus" />}>
          New Product
        </Button>
      }
      below={<ProductFilters filters={filters} onChange={go} onClear={() => go(noFilters)} />}
    >
      {products.isError && !products.data ? (
        <ErrorState error={products.error} retry={() => void products.refetch()} />
      ) : (
        <div className={classes.list}>
          <DataTable
            label="Products"
            wide
            columns={productColumns}
            rows={products.data?.data}
            rowKey={(row) => row.id}
            stale={products.isPlaceholderData}
            sort={{ by: sort, descending: order === 'desc' }}
            onSort={({ by, descending }) => go({ sort: productSorts.find((s) => s === by), order: descending ? 'desc' : 'asc' })}
            page={{
              offset: (page - 1) * pageSize,
              limit: pageSize,
              items: items ?? 0,
              itemsCapped: products.data?.itemsCapped,
              onChange: (offset) => go({ page: offset / pageSize + 1 }),
            }}
            empty={filtered ? <NoMatch onClear={() => go(noFilters)} /> : <NoProducts />}
          />
        </div>
      )}
    </Page>
  )
}

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="No product matches"
    drawing={false}
    actions={
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    }
  >
    No product fits this search and these filters together.
  </EmptyState>
)

/** A product is made from a template, so without one that is the first step. */
function NoProducts() {
  const templates = useRead(listTemplates)
  return templates.data?.length === 0 ? (
    <EmptyState
      title="No products yet"
      actions={
        <Button component={Link} to={'/templates/new' as string}>
          New Template
        </Button>
      }
    >
      A product is made from a template, which holds what your products have in common. Create the first template, then add products to it.
    </EmptyState>
  ) : (
    <EmptyState
      title="No products yet"
      actions={
        <Button component={Link} to={'/inventory/new' as string}>
          New Product
        </Button>
      }
    >
      Write a product once, from one of your templates, and sell it on every channel.
    </EmptyState>
  )
}
