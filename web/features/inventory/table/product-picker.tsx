import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { listProducts } from '#contract/products/products.ts'
import type { ProductSort } from '#contract/products/sorts.ts'
import { ActionButton } from '#web/actions/action-link.tsx'
import { listActions } from '#web/actions/list-actions.ts'
import { useRead } from '#web/api.ts'
import { plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { widen } from '../columns/widen.ts'
import { ColumnsButton } from '../columns/columns-button.tsx'
import { defaultSort, fieldsOf } from '../columns/columns.ts'
import { createLayout, useLayout } from '../columns/layout.ts'
import { SkuSelect } from '../filters/sku-select.tsx'
import { createModel } from '../grid/model.ts'
import { choose, createSelection, isSelected, useSelection } from '../grid/selection.ts'
import { ProductFoot } from './product-foot.tsx'
import classes from './product-picker.module.css'
import { ProductTable, shownColumns } from './product-table.tsx'

/** INV-158, INV-159. */
const firstSize = 10
const sizes = [5, 10, 25, 50, 100]
/** INV-128. */
const shownTags = 1
/** INV-232, in milliseconds. */
const pauseMs = 500

const layout = createLayout('products:picker')

interface Props {
  /** The chosen products, by id with their SKUs. */
  onChange?: (chosen: ReadonlyMap<number, string>) => void
}

/** The inventory's table to choose from: check boxes, search, SKUs, sort and pages, nothing typed (INV-157..INV-161). */
export function ProductPicker({ onChange }: Props) {
  const [selection] = useState(createSelection)
  const [model] = useState(() => createModel(selection, shownTags))
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words, pauseMs)
  const [skus, setSkus] = useState<string[]>([])
  const [sort, setSort] = useState<{ by: ProductSort; order: 'asc' | 'desc' }>(defaultSort)
  const [page, setPage] = useState({ offset: 0, limit: firstSize })
  const terms = search.trim().split(/\s+/).filter(Boolean)
  const query = { search: terms, skus, sortBy: sort.by, orderBy: sort.order, ...page }
  const { columns } = useLayout(layout)
  const products = useRead(listProducts, { query: { ...query, fields: fieldsOf(columns) } }, { keepPrevious: true })
  const chosen = useSelection(selection)
  const rows = products.data?.data
  useEffect(() => {
    if (!onChange) return
    return selection.subscribe(() => {
      const now = selection.get()
      onChange(now.all ? new Map() : now.ids)
    })
  }, [selection, onChange])
  return (
    <section className={classes.picker} aria-label="Choose products">
      <div className={classes.tools}>
        <TextInput
          className={classes.search}
          type="search"
          aria-label="Search products"
          placeholder="Search keywords (title, description)"
          leftSection={<Icon name="search" />}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            setPage((now) => ({ ...now, offset: 0 }))
          }}
        />
        <SkuSelect
          value={skus}
          onChange={(next) => {
            setSkus(next)
            setPage((now) => ({ ...now, offset: 0 }))
          }}
        />
        <ColumnsButton
          store={layout}
          onAutoWidth={(keys) => void widen(layout, shownColumns(keys), rows ?? [], model)}
        />
      </div>
      <div className={classes.table}>
        <ProductTable
          label="Products to choose from"
          model={model}
          layout={layout}
          rows={rows}
          error={products.error}
          retry={() => void products.refetch()}
          empty={
            terms.length || skus.length ? (
              <EmptyState title="No products found" drawing={false}>
                Try a different search.
              </EmptyState>
            ) : (
              <EmptyState
                title="No products yet"
                drawing={false}
                actions={<ActionButton of={listActions.newProduct} size="xs" />}
              >
                Orders contain products from your inventory.
              </EmptyState>
            )
          }
          mayEdit={false}
          stale={products.isPlaceholderData}
          sort={sort}
          page={JSON.stringify(query)}
          onSort={(by, order) => {
            setSort({ by, order })
            setPage((now) => ({ ...now, offset: 0 }))
          }}
          onOpen={(row) => selection.set(choose(selection.get(), [row], !isSelected(selection.get(), row.id)))}
        />
      </div>
      <div className={classes.foot} data-waiting={!rows || undefined}>
        <ProductFoot
          {...page}
          items={products.data?.items ?? 0}
          itemsCapped={products.data?.itemsCapped}
          sizes={sizes}
          onOffset={(offset) => setPage((now) => ({ ...now, offset }))}
          onLimit={(limit) => setPage({ offset: 0, limit })}
        >
          <span role="status">{chosen.all ? '' : `${plural(chosen.ids.size, 'product')} selected`}</span>
        </ProductFoot>
      </div>
    </section>
  )
}
