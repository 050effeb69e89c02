import { useEffect, useState } from 'react'
import { listProducts } from '#contract/products/products.ts'
import { useRead } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { number } from '#web/ui/format.ts'
import { decimalSign } from '#web/ui/inputs/decimal-sign.ts'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { countFilters, pageSizes } from './address.ts'
import { SelectionBar } from './bulk/selection-bar.tsx'
import { PendingBar } from './cells/pending-bar.tsx'
import { ColumnsButton } from './columns/columns-button.tsx'
import { fieldsOf, type ProductRow } from './columns/columns.ts'
import { layout, useLayout } from './columns/layout.ts'
import { widen } from './columns/widen.ts'
import { FilterPanel, FiltersButton, useFilterPanel } from './filters/filter-panel.tsx'
import { SearchAndChips } from './filters/search-and-chips.tsx'
import { createModel, type GridModel } from './grid/model.ts'
import { selection } from './grid/selection.ts'
import { useSteadyRows } from './grid/use-steady-rows.ts'
import { HeaderActions } from './header-actions.tsx'
import { useInventorySearch } from './search.ts'
import { AllMatching, ProductFoot } from './table/product-foot.tsx'
import classes from './table/product-table.module.css'
import { ProductTable, shownColumns } from './table/product-table.tsx'
import { ViewTabs } from './views/view-tabs.tsx'

/* Most shops never see these. */
const NoMatch = onDemand(async () => (await import('#web/ui/filters/no-match.tsx')).NoMatch)
const NoProducts = onDemand(async () => (await import('./table/empty.tsx')).NoProducts)

/** The seller's main table of products; filters, sort and page stand in the address. */
export function InventoryPage() {
  const panel = useFilterPanel()
  const { query, filters, paging, set, clear } = useInventorySearch()
  const [model] = useState(() => createModel(selection, undefined, decimalSign()))
  const mayEdit = useMay('products:write')
  const navigate = useNavigate()
  const { columns } = useLayout()
  const products = useRead(listProducts, { query: { ...query, fields: fieldsOf(columns) } }, { keepPrevious: true })
  const page = JSON.stringify(query)
  const rows = useSteadyRows(products.data?.data, products.isPlaceholderData ? 'before' : page)
  useForgetMatching(model, JSON.stringify(filters))
  const { items = 0, itemsCapped } = products.data ?? {}
  const open = (row: ProductRow) => void navigate({ to: '/product/$productId', params: { productId: String(row.id) } })
  return (
    <Page
      title="Inventory"
      flush
      count={products.data && `${number(items)}${itemsCapped ? '+' : ''}`}
      actions={<HeaderActions />}
      below={
        <>
          <ViewTabs>
            <FiltersButton panel={panel} />
            <span className={classes.wide}>
              <ColumnsButton
                store={layout}
                onAutoWidth={(keys) => void widen(layout, shownColumns(keys), rows ?? [], model)}
              />
            </span>
          </ViewTabs>
          <SearchAndChips panel={panel} />
        </>
      }
    >
      <FilterPanel panel={panel}>
        <div className={classes.fit}>
          <ProductTable
            label="Products"
            model={model}
            layout={layout}
            rows={rows}
            error={products.error}
            retry={() => void products.refetch()}
            empty={countFilters(filters) ? <NoMatch things="products" onClear={clear} /> : <NoProducts />}
            mayEdit={mayEdit}
            stale={products.isPlaceholderData}
            sort={{ by: paging.sortBy, order: paging.orderBy }}
            page={page}
            onSort={(sortBy, orderBy) => set({ sortBy, orderBy })}
            onOpen={open}
            onPasted={(pasted) =>
              void import('./table/pasted.ts').then(({ tellPasted }) =>
                tellPasted(pasted, items, (limit) => set({ limit })),
              )
            }
          />
          {rows && rows.length > 0 && <AllMatching model={model} rows={rows} items={items} itemsCapped={itemsCapped} />}
          {(items > 0 || paging.offset > 0) && (
            <ProductFoot
              offset={paging.offset}
              limit={paging.limit}
              items={items}
              itemsCapped={itemsCapped}
              sizes={pageSizes}
              onOffset={(offset) => set({ offset })}
              onLimit={(limit) => set({ limit })}
            >
              <SelectionBar matching={items} capped={itemsCapped} />
            </ProductFoot>
          )}
          <PendingBar model={model} />
        </div>
      </FilterPanel>
    </Page>
  )
}

/** "All that match" means what the filters found then: with others it is over. */
function useForgetMatching(model: GridModel, filters: string): void {
  const [before, setBefore] = useState(filters)
  useEffect(() => {
    if (before === filters) return
    setBefore(filters)
    if (model.selection.get().all) model.selection.clear()
  }, [before, filters, model])
}
