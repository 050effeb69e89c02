import { ActionIcon, TextInput } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { type CSSProperties, memo, useState } from 'react'
import { variationPictures } from '#domain/products/variations/image.ts'
import { useWritable } from '#web/may.tsx'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { ImageTile } from '#web/ui/images/image-tile.tsx'
import { shownOptions } from '#web/ui/choices/many-options.ts'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { BarcodeField } from '../page/barcode-field.tsx'
import type { DraftVariation } from '../page/draft.ts'
import sections from '../page/products.module.css'
import type { VariationsProps } from './variations-props.ts'
import { gridColumns } from './paste.ts'
import { useGrid } from './use-grid.ts'
import classes from './variations.module.css'
import { attributeOf, valueOf, withOption } from './variation-values.ts'

const VariationPicture = onDemand(async () => (await import('./variation-picture.tsx')).VariationPicture)

const fields = gridColumns
type Problems = Record<(typeof fields)[number], string | undefined>
/** What heads the columns after the options. */
const headings = ['Name', 'SKU', 'Barcode', 'Quantity', 'Price', 'Cost']

/** All variations as one grid, a row each: arrows, Enter and Tab move, a block from a spreadsheet is pasted. Of hundreds, only that is drawn anew in which somebody types. */
export function VariationRows({ template, draft, onChange, errorOf }: VariationsProps) {
  const rows = draft.variations
  const grid = useGrid({ template, draft, onChange })
  /** The row whose picture is being chosen. */
  const [picturing, setPicturing] = useState<number>()
  const put = useCallbackRef((key: string, change: Partial<DraftVariation>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row))),
  )
  const locks = [...new Set(rows.map((row) => row.skuLock))].filter(Boolean)
  const remove = useCallbackRef((key: string) => onChange(rows.filter((row) => row.key !== key)))
  const list = rows.map((row, index) => (
    <VariationRow
      key={row.key}
      row={row}
      index={index}
      template={template}
      price={draft.price}
      cost={draft.cost}
      picture={variationPictures(row, draft.images)[0] ?? ''}
      problems={Object.fromEntries(fields.map((field) => [field, errorOf(index, field)])) as Problems}
      onChange={put}
      onRemove={remove}
      onPicture={setPicturing}
    />
  ))
  return (
    <>
      <div
        className={classes.grid}
        role="group"
        aria-label="All variations"
        style={gridStyle(template.variations.length)}
        {...grid}
      >
        <div className={classes.headings} aria-hidden="true">
          {[...template.variations, ...headings].map((heading) => (
            <span key={heading}>{heading}</span>
          ))}
        </div>
        {list}
      </div>
      {locks.map((lock) => (
        <p key={lock} className={classes.lock}>
          Locked SKUs: {lock}
        </p>
      ))}
      <p className={classes.hint}>
        Paste a block of cells from a spreadsheet, or use <kbd>Ctrl</kbd> <kbd>D</kbd> to copy a cell to all rows below.
        Arrows and <kbd>Enter</kbd> move, <kbd>Esc</kbd> restores a cell.
      </p>
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
  onChange: (key: string, change: Partial<DraftVariation>) => void
  onRemove: (key: string) => void
  onPicture: (index: number) => void
}

const VariationRow = memo(
  function VariationRow({ row, index, template, price, cost, picture, problems, ...on }: RowProps) {
    const writable = useWritable()
    const names = template.variations
    const put = (change: Partial<DraftVariation>) => on.onChange(row.key, change)
    const setValue = (name: string, value: string) => put(withOption(row, template, name, value))
    return (
      <div className={classes.variation} role="group" aria-label={`Variation ${index + 1}`}>
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
