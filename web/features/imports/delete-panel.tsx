import { listImportRows } from '#contract/imports.ts'
import { useRead } from '#web/api.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { plural } from '#web/ui/format.ts'
import classes from './imports.module.css'
import type { Import } from './upload.ts'

/** A URL takes no more than that; the others are counted. */
const mostNamed = 100

/** The list of just these products; a plus inside a SKU is escaped, the one between them is not (IMP-055). */
export const inventoryOf = (skus: readonly string[]): string =>
  `/products?offset=0&limit=25&sortBy=Updated&orderBy=desc&skus=${skus.map((sku) => encodeURIComponent(sku)).join('+')}`

/** The rows that delete; asked for where there are any. */
export const useDeleted = (record: Import) =>
  useRead(
    listImportRows,
    { params: { id: record.id }, query: { limit: mostNamed, outcome: 'delete' } },
    { enabled: (record.outcomes.delete ?? 0) > 0 },
  )

/** The products that this import deletes (IMP-053..056). */
export function DeletePanel({ record }: { record: Import }) {
  const rows = useDeleted(record)
  const total = record.outcomes.delete ?? 0
  const names = rows.data?.data.map(({ sku, templateName }) => (record.kind === 'products' ? sku : templateName)) ?? []
  const what = record.kind === 'products' ? 'product' : 'template'
  return (
    <>
      <Callout
        tone="danger"
        action={
          record.kind === 'products' && names.length > 0 ? (
            <a href={inventoryOf(names)} target="_blank" rel="noreferrer">
              View in Inventory
            </a>
          ) : undefined
        }
      >
        <b>{plural(total, what)} will be deleted.</b>{' '}
        {record.kind === 'products'
          ? 'Products that aren’t listed or in open orders will be deleted with their stock. Single deletions can’t be undone. You can undo the whole import from Inventory › History for 30 days.'
          : 'Deleted templates can’t be restored. Templates that still have products aren’t deleted.'}
        <ul className={classes.deleted} aria-label="To be deleted">
          {names.map((name) => (
            <li key={name} className="mono">
              {name}
            </li>
          ))}
          {total > names.length && names.length > 0 && <li>and {plural(total - names.length, 'more', 'more')}</li>}
        </ul>
      </Callout>
      <CouldNotLoad what={`The list of ${what}s to be deleted`} read={rows} />
    </>
  )
}
