import { Button } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { AdoptingTab } from '#contract/adopting/names.ts'
import { rowShortcuts } from '#web/actions/shortcut-help.ts'
import { toProduct } from '#web/addresses.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { Thumb } from '#web/ui/images/thumb.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Column } from '#web/ui/tables/data-table.tsx'
import classes from './adopting.module.css'
import { doubtWords, type Found, pieces, prices, skus } from './words.ts'

/** What can be done with a listing. */
export type Act = 'link' | 'choose' | 'alone' | 'open' | 'ours' | 'theirs' | 'unlink' | 'make'

interface Given {
  name: string
  tab: AdoptingTab
  /** undefined for who may only look. */
  act: ((row: Found, as: Act) => void) | undefined
}

/** There and here, side by side. */
export function columnsOf({ name, tab, act }: Given): readonly Column<Found>[] {
  const here = (row: Found) => row.products[0]
  return [
    {
      key: 'there',
      header: `On ${name}`,
      phone: 'title',
      render: (row) => (
        <span className={classes.side}>
          <Thumb url={row.image} size={36} />
          <span className="grow">
            {row.url ? (
              <a href={row.url} target="_blank" rel="noreferrer">
                {row.title}
              </a>
            ) : (
              row.title
            )}
            <small className="mono">{skus(row.parts)}</small>
          </span>
        </span>
      ),
    },
    {
      key: 'here',
      header: 'In Motto',
      render: (row) => {
        const product = here(row)
        if (!product) return <span className="subtle">No match</span>
        return (
          <span className={classes.side}>
            <Thumb url={product.image} size={36} />
            <span className="grow">
              <Link {...toProduct(product.id)} data-differs={product.title !== row.title || undefined}>
                {product.title}
              </Link>
              <small className="mono" data-differs={skus(product.parts) !== skus(row.parts) || undefined}>
                {skus(product.parts)}
              </small>
            </span>
          </span>
        )
      },
    },
    ...(tab === 'look' || tab === 'linked' || tab === 'differs'
      ? [barcodes, pricesOf, quantities]
      : [priceThere, piecesThere]),
    ...(tab === 'look' || tab === 'linked' ? [why(name, tab)] : []),
    ...(act ? [actions(name, tab, act)] : []),
  ]
}

/** Two values, one above the other: there, then here; marked where they differ. */
const Pair = ({ there, here }: { there: string; here: string }) => (
  <span className={classes.pair} data-differs={there !== here || undefined}>
    <span>{there || '—'}</span>
    {there === here ? (
      <span className="sr-only">the same here</span>
    ) : (
      <span>
        <span className="sr-only">here </span>≠ {here || '—'}
      </span>
    )}
  </span>
)

const barcodeOf = (parts: readonly { barcode: string }[] = []) => (parts.length === 1 ? (parts[0]?.barcode ?? '') : '')

const barcodes: Column<Found> = {
  key: 'barcode',
  header: 'Barcode',
  phone: 'hide',
  render: (row) => {
    const [there, here] = [barcodeOf(row.parts), barcodeOf(row.products[0]?.parts)]
    return (
      <span className="mono">
        {there || here ? <Pair there={there} here={here} /> : <span className="subtle">—</span>}
      </span>
    )
  },
}
const pricesOf: Column<Found> = {
  key: 'price',
  header: 'Price',
  align: 'right',
  render: (row) => {
    const [product] = row.products
    return product ? <Pair there={prices(row.parts)} here={prices(product.parts)} /> : prices(row.parts)
  },
}
const quantities: Column<Found> = {
  key: 'quantity',
  header: 'Quantity',
  align: 'right',
  render: (row) => {
    const [product] = row.products
    if (!product) return pieces(row.parts)
    // Once it is kept in step, what was read of it is old.
    const there = row.listingId && !row.differs ? product.parts : row.parts
    return <Pair there={pieces(there)} here={pieces(product.parts)} />
  },
}
const priceThere: Column<Found> = {
  key: 'price',
  header: 'Price',
  align: 'right',
  render: (row) => prices(row.parts),
}
const piecesThere: Column<Found> = {
  key: 'quantity',
  header: 'Quantity',
  align: 'right',
  render: (row) => pieces(row.parts),
}

const why = (name: string, tab: AdoptingTab): Column<Found> => ({
  key: 'why',
  header: tab === 'look' ? 'Why' : 'Status',
  phone: 'bare',
  render: (row) =>
    tab === 'look' ? (
      <ul className={classes.doubts}>
        {row.doubts.map((doubt) => (
          <li key={doubt}>{doubtWords[doubt](name)}</li>
        ))}
        {row.doubts.length === 0 && <li>Change decision</li>}
      </ul>
    ) : row.problem ? (
      <span className={classes.problem}>
        <Icon name="warning" size="s" /> {row.problem}
      </span>
    ) : row.listingId ? (
      <span className="muted">{row.differs ? 'Linked · choose a quantity' : 'Linked'}</span>
    ) : (
      <span className="muted">Ready to link</span>
    ),
})

const verbs: Record<Act, { label: string; key: string }> = {
  link: { label: 'Link', key: rowShortcuts.link.key },
  choose: { label: 'Link to…', key: rowShortcuts.choose.key },
  alone: { label: 'Ignore', key: rowShortcuts.ignore.key },
  open: { label: 'Change decision', key: rowShortcuts.undo.key },
  ours: { label: 'Motto’s', key: rowShortcuts.ours.key },
  theirs: { label: 'Theirs', key: rowShortcuts.theirs.key },
  unlink: { label: 'Unlink', key: rowShortcuts.undo.key },
  make: { label: 'Import', key: rowShortcuts.make.key },
}

/** @param name of the channel */
export const verbOf = (as: Act, name: string): string => (as === 'theirs' ? `${name}’s` : verbs[as].label)

/** Nothing here has one of its SKUs: it may be another thing that is only called alike. */
const isAnother = ({ parts, products }: Found) =>
  !products.some((product) => product.parts.some(({ sku }) => parts.some((part) => part.sku === sku)))

/** Nothing would know it again (IMP-164, IMP-165). */
const NO_SKU = 'Item must have SKU'
export const barredOf = (row: Found) => (withoutSku(row) ? NO_SKU : undefined)
const withoutSku = ({ parts }: Found) => parts.some(({ sku }) => sku === '')

/** Its orders name its SKU: without one they could not be known again. */
const choice = ({ parts }: Found): Act[] => (parts.some(({ sku }) => sku !== '') ? ['choose'] : [])

function possible(tab: AdoptingTab, row: Found): Act[] {
  if (tab === 'look')
    return row.products.length > 0
      ? ['link', ...choice(row), ...(isAnother(row) ? ['make' as const] : []), 'alone']
      : [...choice(row), 'make', 'alone']
  if (tab === 'new') return ['make', ...choice(row), 'alone']
  if (tab === 'alone') return ['open']
  if (tab === 'differs') return ['ours', 'theirs']
  return row.listingId ? ['unlink'] : ['open']
}

/** A row that is decided goes away: whoever decides with keys goes on with the next one, or the one before the last. */
function toNext(button: Element): void {
  const row = button.closest('tr')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  next?.querySelector<HTMLElement>('[data-verb]')?.focus()
}

const actions = (name: string, tab: AdoptingTab, act: NonNullable<Given['act']>): Column<Found> => ({
  key: 'actions',
  header: <span className="sr-only">Decision</span>,
  label: 'Decision',
  align: 'right',
  phone: 'bare',
  render: (row) => {
    const all = possible(tab, row)
    const press = (event: KeyboardEvent) => {
      const as = all.find((candidate) => verbs[candidate].key === event.key.toLowerCase())
      if (!as || (as === 'make' && withoutSku(row)) || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
        return
      event.preventDefault()
      if (as !== 'make' && as !== 'choose') toNext(event.currentTarget)
      act(row, as)
    }
    return (
      <span className={classes.verbs}>
        {all.map((as) => (
          <Button
            key={as}
            size="xs"
            variant="default"
            aria-label={`${verbOf(as, name)}: ${row.title}`}
            title={as === 'make' && withoutSku(row) ? NO_SKU : `Key ${verbs[as].key.toUpperCase()}`}
            disabled={as === 'make' && withoutSku(row)}
            data-verb={as}
            onKeyDown={press}
            onClick={() => act(row, as)}
          >
            {verbOf(as, name)}
          </Button>
        ))}
      </span>
    )
  },
})
