import { ActionIcon, TextInput } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { memo, useState } from 'react'
import { nameKey } from '#domain/products/attributes/values.ts'
import { variationPictures } from '#domain/products/variations/image.ts'
import { useWritable } from '#web/may.tsx'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { ImageTile } from '#web/ui/images/image-tile.tsx'
import { shownOptions } from '#web/ui/choices/many-options.ts'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { withValue } from '../attributes/attribute-rows.ts'
import { BarcodeField } from '../page/barcode-field.tsx'
import { attributesOf, type DraftVariation } from '../page/draft.ts'
import sections from '../page/products.module.css'
import type { VariationsProps } from './variations-props.ts'
import classes from './variations.module.css'
import { valueOf } from './variation-values.ts'

const VariationPicture = onDemand(async () => (await import('./variation-picture.tsx')).VariationPicture)

const nameFrom = (variation: DraftVariation, names: readonly string[]) =>
  names
    .map((name) => valueOf(variation, name))
    .filter(Boolean)
    .join(' / ')

const fields = ['name', 'sku', 'barcode', 'quantity', 'price', 'cost'] as const
type Problems = Record<(typeof fields)[number], string | undefined>

/** One form per variation. Of hundreds, only that is drawn anew in which somebody types. */
export function VariationRows({ template, draft, onChange, errorOf }: VariationsProps) {
  const rows = draft.variations
  /** The row whose picture is being chosen. */
  const [picturing, setPicturing] = useState<number>()
  const put = useCallbackRef((key: string, change: Partial<DraftVariation>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row))),
  )
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
      {list}
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
    const attributes = attributesOf(template)
    const put = (change: Partial<DraftVariation>) => on.onChange(row.key, change)
    const setValue = (name: string, value: string) => {
      const attribute = attributes.find((a) => nameKey(a.name) === nameKey(name))
      const next = { ...row, attributes: withValue(row.attributes, name, value, attribute?.id ?? null) }
      // A name that was made from the values follows them; one that was typed stays.
      put({
        attributes: next.attributes,
        name: !row.name || row.name === nameFrom(row, names) ? nameFrom(next, names) : row.name,
      })
    }
    return (
      <div className={classes.variation} role="group" aria-label={`Variation ${index + 1}`}>
        <PictureButton
          url={picture}
          label={row.name || `variation ${index + 1}`}
          disabled={!writable}
          onClick={() => on.onPicture(index)}
        />
        <div className={classes.fields}>
          {names.map((name) => (
            <Autocomplete
              key={name}
              label={name}
              limit={shownOptions}
              value={valueOf(row, name)}
              onChange={(value) => setValue(name, value)}
              data={[...new Set(attributes.find((a) => nameKey(a.name) === nameKey(name))?.options ?? [])]}
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
            classNames={{ input: sections.monoInput }}
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
