import { ActionIcon, TextInput } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { type CSSProperties, memo, useState } from 'react'
import { readBarcode } from '#contract/products/barcode.ts'
import { variationPictures } from '#domain/products/variations/image.ts'
import { useWritable } from '#web/may.tsx'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { money, number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { ImageTile } from '#web/ui/images/image-tile.tsx'
import { shownOptions } from '#web/ui/choices/many-options.ts'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { BarcodeField } from '../page/barcode-field.tsx'
import type { DraftVariation } from '../page/draft.ts'
import sections from '../page/products.module.css'
import type { VariationsProps } from './variations-props.ts'
import { GridTools, type Shown } from './grid-tools.tsx'
import { Options } from './options.tsx'
import { gridColumns } from './paste.ts'
import { useGrid } from './use-grid.ts'
import classes from './variations.module.css'
import { attributeOf, valueOf, withOption } from './variation-values.ts'

const FillVariations = onDemand(async () => (await import('./fill-variations.tsx')).FillVariations)
const VariationPicture = onDemand(async () => (await import('./variation-picture.tsx')).VariationPicture)

const fields = gridColumns
type Problems = Record<(typeof fields)[number], string | undefined>
/** What heads the columns after the options. */
const headings = ['Name', 'SKU', 'Barcode', 'Quantity', 'Price', 'Cost']

/** All variations as one grid, a row each: arrows, Enter and Tab move, a block from a spreadsheet is pasted. Of hundreds, only that is drawn anew in which somebody types. */
export function VariationRows({ template, draft, onChange, errorOf }: VariationsProps) {
  const rows = draft.variations
  const writable = useWritable()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [filling, setFilling] = useState(false)
  const { filter, ...of } = useShown(rows, errorOf)
  const shown = of.shown.map(({ row }) => row)
  const grid = useGrid({ template, draft, shown, onChange })
  /** The row whose picture is being chosen. */
  const [picturing, setPicturing] = useState<number>()
  const put = useCallbackRef((key: string, change: Partial<DraftVariation>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row))),
  )
  const locks = [...new Set(rows.map((row) => row.skuLock))].filter(Boolean)
  const remove = useCallbackRef((key: string) => onChange(rows.filter((row) => row.key !== key)))
  const select = useCallbackRef((key: string) =>
    setSelected((now) => (now.has(key) ? new Set([...now].filter((other) => other !== key)) : new Set([...now, key]))),
  )
  const chosen = rows.filter(({ key }) => selected.has(key))
  const list = of.shown.map(({ row, index, problems }) => (
    <VariationRow
      key={row.key}
      row={row}
      index={index}
      template={template}
      price={draft.price}
      cost={draft.cost}
      picture={variationPictures(row, draft.images)[0] ?? ''}
      problems={problems}
      selected={selected.has(row.key)}
      onSelect={select}
      onChange={put}
      onRemove={remove}
      onPicture={setPicturing}
    />
  ))
  return (
    <>
      {writable && template.variations.length > 0 && <Options template={template} draft={draft} onChange={onChange} />}
      {writable && (
        <GridTools
          counts={of.counts}
          shown={filter}
          onShow={of.show}
          selected={chosen.length}
          onFillDown={grid.fillDown}
          onPaste={() => void grid.paste()}
          onEdit={() => setFilling(true)}
          onRemove={() => onChange(rows.filter(({ key }) => !selected.has(key)))}
        />
      )}
      <div
        className={classes.grid}
        role="group"
        aria-label="All variations"
        style={gridStyle(template.variations.length)}
        {...grid.cells}
      >
        <div className={classes.headings}>
          {writable && (
            <input
              type="checkbox"
              className={classes.check}
              aria-label="Select all variations"
              checked={shown.length > 0 && shown.every(({ key }) => selected.has(key))}
              onChange={(event) => setSelected(new Set(event.currentTarget.checked ? shown.map(({ key }) => key) : []))}
            />
          )}
          <div className={classes.names} aria-hidden="true">
            {[...template.variations, ...headings].map((heading) => (
              <span key={heading}>{heading}</span>
            ))}
          </div>
        </div>
        {list}
      </div>
      <p className={classes.sums}>
        <b>{number(rows.reduce((sum, row) => sum + (row.quantity ?? 0), 0))}</b> in stock
        <b>{priceRange(rows.map((row) => row.price ?? draft.price ?? 0))}</b>
        {chosen.length > 0 && `${number(chosen.length)} selected`}
      </p>
      {locks.map((lock) => (
        <p key={lock} className={classes.lock}>
          Locked SKUs: {lock}
        </p>
      ))}
      <p className={classes.hint}>
        Paste a block of cells from a spreadsheet, or use <kbd>Ctrl</kbd> <kbd>D</kbd> to copy a cell to all rows below.
        Arrows and <kbd>Enter</kbd> move, <kbd>Esc</kbd> restores a cell.
      </p>
      {filling && (
        <FillVariations
          rows={chosen.length > 0 ? chosen : rows}
          onFill={(filled) => {
            const now = new Map(filled.map((row) => [row.key, row]))
            onChange(rows.map((row) => now.get(row.key) ?? row))
          }}
          onClose={() => setFilling(false)}
        />
      )}
      {picturing !== undefined && (
        <VariationPicture
          rows={rows}
          at={picturing}
          names={template.variations}
          ofProduct={draft.images}
          onChange={onChange}
          onClose={() => setPicturing(undefined)}
        />
      )}
    </>
  )
}

/** `$12.00`, or from the lowest to the highest. */
function priceRange(prices: readonly number[]): string {
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return low === high ? money(low) : `${money(low)}–${money(high)}`
}

/** Which rows are drawn. Those that were chosen stay while they are edited, also once they are what was looked for no more. */
function useShown(rows: readonly DraftVariation[], errorOf: VariationsProps['errorOf']) {
  const [filter, setFilter] = useState<Shown>('all')
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const all = rows.map((row, index) => ({
    row,
    index,
    problems: Object.fromEntries(fields.map((field) => [field, errorOf(index, field)])) as Problems,
  }))
  const out = all.filter(({ row }) => (row.quantity ?? 0) === 0)
  const problems = all.filter((entry) => fields.some((field) => entry.problems[field]) || isWrong(entry.row.barcode))
  const show = (next: Shown) => {
    setFilter(next)
    setKeys(new Set((next === 'out' ? out : problems).map(({ row }) => row.key)))
  }
  const filtered = all.filter(({ row }) => keys.has(row.key))
  const isAll = filter === 'all' || filtered.length === 0
  return {
    filter: isAll ? ('all' as const) : filter,
    shown: isAll ? all : filtered,
    counts: { all: rows.length, out: out.length, problems: problems.length },
    show,
  }
}

const isWrong = (barcode: string) => 'problem' in readBarcode(barcode)

/** With one option, all columns fit beside the cards of a page 1,440 wide. */
const optionWidth = 92
const otherWidths = 684
/** The columns of a row: the options, then the fields that every variation has. */
const gridStyle = (options: number) =>
  ({
    '--columns': [
      ...Array.from({ length: options }, () => 'minmax(88px, 1fr)'),
      'minmax(92px, 1.2fr) minmax(132px, 1.3fr) minmax(112px, 1.2fr) 72px 88px 88px',
    ].join(' '),
    '--least': `${options * optionWidth + otherWidths}px`,
  }) as CSSProperties

interface RowProps {
  row: DraftVariation
  index: number
  template: VariationsProps['template']
  /** Of the product. */
  price: number | null
  cost: number | null
  /** '' for none. */
  picture: string
  problems: Problems
  selected: boolean
  onSelect: (key: string) => void
  onChange: (key: string, change: Partial<DraftVariation>) => void
  onRemove: (key: string) => void
  onPicture: (index: number) => void
}

const VariationRow = memo(
  function VariationRow({ row, index, template, price, cost, picture, problems, selected, ...on }: RowProps) {
    const writable = useWritable()
    const names = template.variations
    const put = (change: Partial<DraftVariation>) => on.onChange(row.key, change)
    const setValue = (name: string, value: string) => put(withOption(row, template, name, value))
    return (
      <div
        className={classes.variation}
        role="group"
        aria-label={`Variation ${index + 1}`}
        data-selected={selected || undefined}
        data-fixed={!writable || undefined}
      >
        {writable && (
          <input
            type="checkbox"
            className={classes.check}
            aria-label={`Select ${row.name || `variation ${index + 1}`}`}
            checked={selected}
            onChange={() => on.onSelect(row.key)}
          />
        )}
        <PictureButton
          url={picture}
          label={row.name || `variation ${index + 1}`}
          disabled={!writable}
          onClick={() => on.onPicture(index)}
        />
        <div className={classes.fields} data-cells>
          {names.map((name) => (
            <Autocomplete
              key={name}
              label={name}
              limit={shownOptions}
              value={valueOf(row, name)}
              onChange={(value) => setValue(name, value)}
              data={[...new Set(attributeOf(template, name)?.options ?? [])]}
            />
          ))}
          <TextInput
            label="Name"
            required
            maxLength={200}
            value={row.name}
            onChange={(event) => put({ name: event.currentTarget.value })}
            error={problems.name}
          />
          <TextInput
            label="SKU"
            required
            maxLength={100}
            classNames={{ input: sections.monoInput, description: classes.rowLock }}
            title={row.skuLock || undefined}
            readOnly={row.skuLock !== ''}
            description={row.skuLock || undefined}
            value={row.sku}
            onChange={(event) => put({ sku: event.currentTarget.value })}
            error={problems.sku}
          />
          <BarcodeField value={row.barcode} onChange={(barcode) => put({ barcode })} error={problems.barcode} />
          <QuantityInput
            label="Quantity"
            value={row.quantity}
            onChange={(quantity) => put({ quantity })}
            error={problems.quantity}
          />
          <MoneyInput
            label="Price"
            value={row.price}
            placeholder={price?.toFixed(2)}
            onChange={(next) => put({ price: next })}
            error={problems.price}
          />
          <MoneyInput
            label="Cost"
            value={row.cost}
            placeholder={cost?.toFixed(2)}
            onChange={(next) => put({ cost: next })}
            error={problems.cost}
          />
        </div>
        {writable && (
          <ActionIcon
            aria-label={`Remove variation ${row.name || index + 1}`}
            className={classes.remove}
            onClick={() => on.onRemove(row.key)}
          >
            <Icon name="trash" />
          </ActionIcon>
        )}
      </div>
    )
  },
  ({ problems: before, ...old }, { problems, ...now }) =>
    fields.every((field) => before[field] === problems[field]) &&
    (Object.keys(now) as (keyof typeof now)[]).every((name) => Object.is(old[name], now[name])),
)

interface PictureProps {
  /** '' for none. */
  url: string
  label: string
  disabled: boolean
  onClick: () => void
}

const PictureButton = ({ url, label, disabled, onClick }: PictureProps) => (
  <button
    type="button"
    className={classes.picture}
    disabled={disabled}
    title="Choose image"
    aria-label={url ? `Image of ${label}` : `Image of ${label}: none`}
    onClick={onClick}
  >
    <ImageTile url={url} alt="" />
  </button>
)
