import { Fragment, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { listImportRows } from '#contract/imports.ts'
import { money, number, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { StatusChip, type Tone } from '#web/ui/status-chip.tsx'
import { Thumb } from '#web/ui/thumb.tsx'
import classes from './imports.module.css'
import type { ImportKind } from './upload.ts'
import { outcomeNames } from './words.ts'

type Row = CallReply<typeof listImportRows>['data'][number]
const tones: Record<Row['outcome'], Tone> = {
  create: 'success',
  update: 'info',
  unchanged: 'neutral',
  delete: 'danger',
  skip: 'neutral',
  error: 'danger',
}

interface Props {
  kind: ImportKind
  rows: readonly Row[]
  stale: boolean
}

/** Rows of a file and what becomes of them; one that changes something opens to its cells (IMP-044..052). */
export function ReviewRows({ kind, rows, stale }: Props) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (line: number) =>
    setOpen((now) => {
      const next = new Set(now)
      if (!next.delete(line)) next.add(line)
      return next
    })
  const products = kind === 'products'
  const columns = products ? 9 : 5
  return (
    <div className={classes.scroll}>
      <table className={classes.rows} aria-label="Rows of the file" aria-busy={stale} data-stale={stale || undefined}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Outcome</th>
            {products && <th scope="col">Image</th>}
            {products && <th scope="col">SKU</th>}
            <th scope="col">Template</th>
            {products && <th scope="col">Title</th>}
            {products && (
              <th scope="col" data-align="right">
                Quantity
              </th>
            )}
            {products && (
              <th scope="col" data-align="right">
                Price
              </th>
            )}
            <th scope="col" data-align="right">
              Attributes
            </th>
            <th scope="col">
              <span className="sr-only">Details</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const problems = Object.entries(row.errors)
            const details = row.changes.length > 0 || problems.length > 0
            // What cannot be taken is read without a click.
            const shown = details && open.has(row.line) !== problems.length > 0
            return (
              <Fragment key={row.line}>
                <tr data-row={row.line}>
                  <td className="tabular subtle">{number(row.line)}</td>
                  <td>
                    <StatusChip tone={tones[row.outcome]}>
                      {row.outcome === 'error' ? 'Error' : outcomeNames[row.outcome]}
                    </StatusChip>
                  </td>
                  {products && (
                    <td>
                      <Thumb url={row.images[0]?.url ?? ''} size={32} />
                    </td>
                  )}
                  {products && (
                    <td className="mono">
                      {row.sku && (
                        <a href={`/product/sku/${encodeURIComponent(row.sku)}`} target="_blank" rel="noreferrer">
                          {row.sku}
                        </a>
                      )}
                    </td>
                  )}
                  <td>{row.templateName}</td>
                  {products && (
                    <td className={classes.title}>
                      {row.title}
                      {row.variations > 0 && (
                        <span className="subtle small"> {plural(row.variations, 'variation')}</span>
                      )}
                    </td>
                  )}
                  {products && (
                    <td data-align="right" className="tabular">
                      {number(row.quantity)}
                    </td>
                  )}
                  {products && (
                    <td data-align="right" className="tabular">
                      {money(row.price)}
                    </td>
                  )}
                  <td data-align="right" className="tabular">
                    {number(row.attributes.length)}
                  </td>
                  <td>
                    {details && (
                      <button
                        type="button"
                        className={classes.more}
                        aria-expanded={shown}
                        onClick={() => toggle(row.line)}
                      >
                        <Icon name={shown ? 'chevron-up' : 'chevron-down'} />
                        <span className="sr-only">
                          {shown ? 'Hide' : 'Show'} details of row {row.line}
                        </span>
                      </button>
                    )}
                  </td>
                </tr>
                {shown && (
                  <tr className={classes.details}>
                    <td colSpan={columns + 1}>
                      {problems.length > 0 && (
                        <ul className={classes.problems} aria-label={`Problems of row ${row.line}`}>
                          {problems.map(([column, why]) => (
                            <li key={column}>
                              {column && <b>{column}: </b>}
                              {why}
                            </li>
                          ))}
                        </ul>
                      )}
                      {row.changes.length > 0 && (
                        <dl className={classes.changes} aria-label={`Changes of row ${row.line}`}>
                          {row.changes.map(({ field, before, after }) => (
                            <div key={field}>
                              <dt>{field}</dt>
                              <dd>
                                {before && <del>{before}</del>} <ins>{after === '' ? 'Empty' : after}</ins>
                              </dd>
                            </div>
                          ))}
                        </dl>
                      )}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
