import { useState } from 'react'
import { listProducts } from '#contract/products/products.ts'
import { GROUP_PAGE, listPublishProducts } from '#contract/publishing.ts'
import { linkTo, toPublish } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { plural } from '#web/ui/format.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/tables/pager.tsx'
import { FixForm } from './fix-form.tsx'
import { type Row, rowFields } from './fix-values.ts'
import classes from './publishing.module.css'
import type { Group, Run } from './words.ts'

/** The products of a group, a page at a time: their values to write, or links to where each is fixed. */
export function GroupProducts({ run, group }: { run: Run; group: Group }) {
  const [offset, setOffset] = useState(0)
  const chosen = useRead(
    listPublishProducts,
    { params: { id: run.id }, query: { cause: group.cause, offset } },
    { keepPrevious: true },
  )
  const skus = chosen.data?.skus ?? []
  const products = useRead(
    listProducts,
    { query: { skus, limit: GROUP_PAGE, sortBy: 'sku', orderBy: 'asc', fields: [...rowFields] } },
    { enabled: skus.length > 0, keepPrevious: true },
  )
  const mayEdit = useMay('products:write')
  const failed = [chosen, products].find(({ isError, data }) => isError && !data)
  if (failed) return <ErrorState error={failed.error} retry={() => void failed.refetch()} />
  if (!products.data || !chosen.data) return <TableSkeleton label="Products, loading" rows={3} />
  const ids = new Set(chosen.data.ids)
  const rows = products.data.data.filter(({ id }) => ids.has(id))
  return (
    <>
      {group.fixes && mayEdit ? (
        <FixForm run={run} group={group} field={group.fixes} rows={rows} />
      ) : (
        <Products group={group} rows={rows} />
      )}
      {ids.size > GROUP_PAGE && (
        <Pager
          label={`Pages of products: ${group.title}`}
          offset={offset}
          limit={GROUP_PAGE}
          items={ids.size}
          onChange={setOffset}
        />
      )}
    </>
  )
}

/** Products that are fixed one by one, or on a page that all of them share. */
function Products({ group: { accounts }, rows }: { group: Group; rows: readonly Row[] }) {
  const channel = accounts[0]?.channel
  return (
    <>
      <ul className={classes.products}>
        {rows.map(({ id, sku, title }) => (
          <li key={id}>
            <Link className="mono" {...toPublish(id, channel)} target="_blank">
              {sku}
            </Link>{' '}
            <span className="subtle">{title || 'No title'}</span>
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <p className="small">
          <Link {...linkTo({ to: '/inventory', search: { skus: rows.map(({ sku }) => sku) } })} target="_blank">
            Open these {plural(rows.length, 'product')} in Inventory
          </Link>
        </p>
      )}
    </>
  )
}
