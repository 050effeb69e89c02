import { type ReactNode, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { listImportRows } from '#contract/imports.ts'
import { importRowStates } from '#domain/words/states.ts'
import { money, number, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Thumb } from '#web/ui/images/thumb.tsx'
import { Link } from '#web/ui/link.tsx'
import classes from '../imports.module.css'
import type { ImportKind } from '../upload.ts'

type Row = CallReply<typeof listImportRows>['data'][number]

interface Props {
  kind: ImportKind
  rows: readonly Row[]
  stale: boolean
  made: Made
}

/** Whether an import makes the template of this name. */
type Made = (template: string) => boolean

interface Column {
  label: string
  cell: (row: Row, made: Made) => ReactNode
  /** A file of templates has no such column. */
  products?: true
  right?: true
  className?: string | undefined
}

const columns: readonly Column[] = [
  { label: 'Row', cell: (row) => number(row.line), className: 'tabular subtle' },
  {
    label: 'Outcome',
    cell: ({ outcome }) => <StatusChip of={importRowStates[outcome]} />,
  },
  { label: 'Image', products: true, cell: (row) => <Thumb url={row.images[0]?.url ?? ''} size={32} /> },
  { label: 'SKU', products: true, className: 'mono', cell: (row) => row.sku && <SkuLink sku={row.sku} /> },
  {
    label: 'Template',
    cell: ({ templateName, outcome }, made) => (
      <>
        {templateName}
        {(outcome === 'create' || outcome === 'update') && made(templateName) && (
          <span className="subtle small"> new</span>
        )}
      </>
    ),
  },
  {
    label: 'Title',
    products: true,
    className: classes.title,
    cell: (row) => (
      <>
        {row.title}
        {row.variations > 0 && <span className="subtle small"> {plural(row.variations, 'variation')}</span>}
      </>
    ),
  },
  { label: 'Quantity', products: true, right: true, className: 'tabular', cell: (row) => number(row.quantity) },
  { label: 'Price', products: true, right: true, className: 'tabular', cell: (row) => money(row.price) },
  { label: 'Attributes', right: true, className: 'tabular', cell: (row) => number(row.attributes.length) },
]

/** Rows of a file and what becomes of them; one that changes something opens to its cells (IMP-044..052). */
export function ReviewRows({ kind, rows, stale, made }: Props) {
  const shown = columns.filter(({ products }) => kind === 'products' || !products)
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set())
  const toggle = (line: number) =>
    setToggled((now) => {
      const next = new Set(now)
      if (!next.delete(line)) next.add(line)
      return next
    })
  return (
    <div className={classes.scroll}>
      <table className={classes.rows} aria-label="Rows of the file" aria-busy={stale} data-stale={stale || undefined}>
        <thead>
          <tr>
            {shown.map(({ label, right }) => (
              <th key={label} scope="col" data-align={right && 'right'}>
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Details</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ReviewRow
              key={row.line}
              row={row}
              columns={shown}
              made={made}
              toggled={toggled.has(row.line)}
              onToggle={() => toggle(row.line)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  row: Row
  columns: readonly Column[]
  made: Made
  toggled: boolean
  onToggle: () => void
}

function ReviewRow({ row, columns: shown, made, toggled, onToggle }: RowProps) {
  const hasProblems = Object.keys(row.errors).length > 0
  const hasDetails = row.changes.length > 0 || hasProblems
  // Problems are shown without a click.
  const open = hasDetails && toggled !== hasProblems
  return (
    <>
      <tr data-row={row.line}>
        {shown.map(({ label, right, className, cell }) => (
          <td key={label} data-align={right && 'right'} className={className}>
            {cell(row, made)}
          </td>
        ))}
        <td>
          {hasDetails && (
            <button type="button" className={classes.more} aria-expanded={open} onClick={onToggle}>
              <Icon name={open ? 'chevron-up' : 'chevron-down'} />
              <span className="sr-only">
                {open ? 'Hide' : 'Show'} details of row {row.line}
              </span>
            </button>
          )}
        </td>
      </tr>
      {open && (
        <tr className={classes.details}>
          <td colSpan={shown.length + 1}>
            <Details row={row} />
          </td>
        </tr>
      )}
    </>
  )
}

const SkuLink = ({ sku }: { sku: string }) => (
  <Link to="/product/sku/$sku" params={{ sku }} target="_blank" rel="noreferrer">
    {sku}
  </Link>
)

function Details({ row }: { row: Row }) {
  const problems = Object.entries(row.errors)
  return (
    <>
      {problems.length > 0 && (
        <ul className={classes.problems} aria-label={`Row ${row.line}: problems`}>
          {problems.map(([column, why]) => (
            <li key={column}>
              {column && <b>{column}: </b>}
              {why}
            </li>
          ))}
        </ul>
      )}
      {row.changes.length > 0 && (
        <dl className={classes.changes} aria-label={`Row ${row.line}: changes`}>
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
    </>
  )
}
