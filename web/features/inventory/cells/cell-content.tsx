import { localised } from '#domain/numbers/entry.ts'
import type { ListingState } from '#domain/words/states.ts'
import { shownText } from '#web/form/mentions/mention.ts'
import { cut, wordsOf } from '#web/form/words/plain.ts'
import { ago, dateTime, money, number } from '#web/ui/format.ts'
import { ChannelMarks } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Thumb } from '#web/ui/images/thumb.tsx'
import { decimalSign } from '#web/ui/inputs/decimal-sign.ts'
import { Link } from '#web/ui/link.tsx'
import type { ColumnDef, ProductRow } from '../columns/columns.ts'
import classes from './cell.module.css'
import type { PendingCell } from './pending.ts'
import { ProductStatus } from './product-status.tsx'

interface Props {
  row: ProductRow
  def: ColumnDef
  /** Null where the product has no such attribute. */
  text: string | null
  pending: PendingCell | undefined
  failed: boolean
  doubt: boolean
  tagsAtMost: number
}

/** What a cell shows: the changed value beside the saved one, or the value in the manner of its column. */
export function CellContent({ row, def, text, pending, failed, doubt, tagsAtMost }: Props) {
  // Attributes that are still on their way show nothing.
  if (text === null) return row.attributes ? <span className={classes.none}>No attribute</span> : null
  if (!pending || pending.state === 'saved') return <Value row={row} def={def} text={text} tagsAtMost={tagsAtMost} />
  return (
    <>
      {pending.state === 'saving' && <span className={classes.spinner} aria-hidden="true" />}
      {failed && <Icon name="alert" size="s" />}
      {!failed && doubt && <Icon name="warning" size="s" />}
      {!failed && pending.state === 'changed' && (
        <del className={classes.was}>
          <span className="sr-only">was </span>
          {pending.was === '' ? 'Empty' : plainValue(def, pending.was)}
        </del>
      )}
      <span className={classes.text}>
        {text === '' ? <span className="subtle">Empty</span> : plainValue(def, text, failed)}
      </span>
    </>
  )
}

/** A value as text. What cannot be read is shown as it was typed. */
function plainValue(def: ColumnDef, text: string, asTyped = false): string {
  const n = Number(text)
  if (asTyped || text === '' || Number.isNaN(n)) return text
  if (def.kind === 'money') return money(n)
  if (def.kind === 'number') return localised(text, decimalSign())
  return def.kind === 'count' ? number(n) : text
}

const markStates: Record<string, ListingState> = { listed: 'live', error: 'failed' }
function Value({ row, def, text, tagsAtMost }: { row: ProductRow; def: ColumnDef; text: string; tagsAtMost: number }) {
  switch (def.kind) {
    case 'image':
      return <Thumb url={text} size={28} />
    case 'sku':
      return (
        <Link
          to="/product/$productId"
          params={{ productId: String(row.id) }}
          className={`mono ${classes.sku}`}
          tabIndex={-1}
        >
          {text}
        </Link>
      )
    case 'barcode':
      return <span className="mono">{text}</span>
    case 'tags':
      return <Tags tags={text ? text.split(',') : []} most={tagsAtMost} />
    case 'listings':
      return <Listings row={row} />
    case 'status':
      return <ProductStatus id={row.id} readiness={row.status} />
    case 'flag':
      return <Active on={text === 'Yes'} />
    case 'time':
      return (
        <span className={`muted ${classes.text}`} title={dateTime(text)}>
          {ago(text)}
        </span>
      )
    case 'money':
      return <span className={classes.text}>{money(Number(text))}</span>
    case 'count':
      return (
        <span className={def.key === 'quantity' && text === '0' ? classes.out : classes.text}>
          {def.key === 'quantity' && row.bundled === 'bundle' && <span className="subtle small">Bundle </span>}
          {number(Number(text))}
        </span>
      )
    case 'number':
      return <Words def={def} text={localised(text, decimalSign())} />
    case 'template':
      return <span className={`muted ${classes.text}`}>{text}</span>
    default:
      return <Words def={def} text={text} />
  }
}

function Words({ def, text }: { def: ColumnDef; text: string }) {
  const words = def.kind === 'html' ? wordsOf(shownText(text)) : def.key === 'title' ? shownText(text) : text
  if (!words) return <span className={`subtle ${classes.text}`}>Empty</span>
  return (
    <span className={classes.text} title={words.length > 24 ? cut(words) : undefined}>
      {cut(words)}
    </span>
  )
}

function Tags({ tags, most }: { tags: readonly string[]; most: number }) {
  if (!tags.length) return <span className="subtle">Empty</span>
  const rest = tags.slice(most)
  return (
    <span className={classes.tags}>
      {tags.slice(0, most).map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
      {rest.length > 0 && (
        <span className={classes.more} title={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}

function Listings({ row }: { row: ProductRow }) {
  const shown = (row.listings ?? []).flatMap(({ channel, status }) =>
    markStates[status] ? [{ channel, state: markStates[status] }] : [],
  )
  return shown.length ? <ChannelMarks listings={shown} /> : <span className="subtle">Not listed</span>
}

const Active = ({ on }: { on: boolean }) => (
  <span
    className={on ? classes.yes : classes.no}
    role="img"
    aria-label={on ? 'Active' : 'Not active'}
    title={on ? 'Active' : 'Not active'}
  >
    <Icon name={on ? 'check' : 'minus'} size="s" />
  </span>
)
