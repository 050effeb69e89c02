import type { ReactNode } from 'react'
import type { listChangeItems } from '#contract/changes/changes.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { labelOf } from '#domain/products/attributes/labels.ts'
import { messageOf } from '#web/call.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { number, plural } from '#web/ui/format.ts'
import classes from './preview-of.module.css'

type Item = CallReply<typeof listChangeItems>['data'][number]

interface Seen {
  data:
    | { total: number; changing: number; failing: number; capped: boolean; examples: Item[]; problems: Item[] }
    | undefined
  error: unknown
  working: boolean
}

/** How many of how many change, examples old → new, and what would be refused. */
export function PreviewOf({ preview: { data, error, working }, children }: { preview: Seen; children?: ReactNode }) {
  if (error && !data) return <Callout tone="danger">{messageOf(error)}</Callout>
  if (!data)
    return (
      <p className={classes.hint}>
        {working ? 'Checking products…' : 'Choose a change to preview it here. Nothing is saved yet.'}
      </p>
    )
  return (
    <section className={classes.preview} aria-label="Preview" aria-busy={working} data-stale={working || undefined}>
      <p role="status">
        <b>
          {data.capped && 'At least '}
          {number(data.changing)} of {plural(data.total, 'product')}
        </b>{' '}
        {data.changing === 1 && !data.capped ? 'changes' : 'change'}
        {data.failing > 0 && <span className={classes.failing}>, {number(data.failing)} can’t</span>}.
      </p>
      {children}
      {data.examples.length > 0 && <Items label="Examples" items={data.examples} />}
      {data.problems.length > 0 && <Items label="Can’t be changed" items={data.problems} />}
    </section>
  )
}

const Items = ({ label, items }: { label: string; items: readonly Item[] }) => (
  <ul className={classes.items} aria-label={label}>
    {items.map((item) => (
      <li key={item.productId ?? item.sku}>
        <span className="mono">{item.sku}</span>
        <span className={classes.changes}>
          {item.changes.map((change) => (
            <Change key={change.field} {...change} />
          ))}
          {reasonsOf(item).map((reason) => (
            <span key={reason} className={classes.failing}>
              {reason}
            </span>
          ))}
        </span>
      </li>
    ))}
  </ul>
)

/** Why a product did not take a change: its fields' sentences, else its own. */
export function reasonsOf({ error, fields }: Pick<Item, 'error' | 'fields'>): string[] {
  // A sentence that begins with the field's name need not be told of what it speaks.
  const named = Object.entries(fields).map(([field, sentence]) =>
    sentence.startsWith(`${labelOf(field)} `) ? sentence : `${labelOf(field)}: ${sentence}`,
  )
  return named.length ? named : error ? [error] : []
}

/** One field, old and new. */
export const Change = ({ field, before, after }: Item['changes'][number]) => (
  <span className={classes.change}>
    <span className="subtle">{labelOf(field)}</span> <del>{before || 'Empty'}</del> <span aria-hidden="true">→</span>
    <span className="sr-only">becomes</span> <ins>{after || 'Empty'}</ins>
  </span>
)
