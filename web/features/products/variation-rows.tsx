import { ActionIcon, Autocomplete, TextInput } from '@mantine/core'
import { useState } from 'react'
import { nameKey } from '#domain/products/values.ts'
import { variationPictures } from '#domain/products/variation-picture.ts'
import { useWritable } from '#web/may.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ImageTile } from '#web/ui/image-tile.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { MoneyInput, QuantityInput } from '#web/ui/number-input.tsx'
import { withValue } from './attribute-rows.ts'
import { BarcodeField } from './barcode-field.tsx'
import { attributesOf, type DraftVariation } from './draft.ts'
import sections from './products.module.css'
import classes from './variations.module.css'
import type { VariationsProps } from './variations-editor.tsx'

const VariationPicture = onDemand(async () => (await import('./variation-picture.tsx')).VariationPicture)

const valueOf = (variation: DraftVariation, name: string) =>
  variation.attributes.find((a) => nameKey(a.name) === nameKey(name))?.value ?? ''
const nameFrom = (variation: DraftVariation, names: readonly string[]) =>
  names
    .map((name) => valueOf(variation, name))
    .filter(Boolean)
    .join(' / ')

/** One form per variation. */
export function VariationRows({ template, draft, onChange, errorOf }: VariationsProps) {
  const rows = draft.variations
  const writable = useWritable()
  /** The row whose picture is being chosen. */
  const [picturing, setPicturing] = useState<number>()
  const names = template.variations
  const attributes = attributesOf(template)
  const put = (index: number, change: Partial<DraftVariation>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)))
  const setValue = (index: number, row: DraftVariation, name: string, value: string) => {
    const attribute = attributes.find((a) => nameKey(a.name) === nameKey(name))
    const next = { ...row, attributes: withValue(row.attributes, name, value, attribute?.id ?? null) }
    // A name that was made from the values follows them; one that was typed stays.
    put(index, {
      attributes: next.attributes,
      name: !row.name || row.name === nameFrom(row, names) ? nameFrom(next, names) : row.name,
    })
  }
  const list = rows.map((row, index) => (
    <div key={row.key} className={classes.variation} role="group" aria-label={`Variation ${index + 1}`}>
      <PictureButton
        url={variationPictures(row, draft.images)[0] ?? ''}
        label={row.name || `variation ${index + 1}`}
        disabled={!writable}
        onClick={() => setPicturing(index)}
      />
      <div className={classes.fields}>
        {names.map((name) => (
          <Autocomplete
            key={name}
            label={name}
            limit={250}
            value={valueOf(row, name)}
            onChange={(value) => setValue(index, row, name, value)}
            data={[...new Set(attributes.find((a) => nameKey(a.name) === nameKey(name))?.options ?? [])]}
          />
        ))}
        <TextInput
          label="Name"
          required
          maxLength={200}
          value={row.name}
          onChange={(event) => put(index, { name: event.currentTarget.value })}
          error={errorOf(index, 'name')}
        />
        <TextInput
          label="SKU"
          required
          maxLength={100}
          classNames={{ input: sections.monoInput }}
          readOnly={row.skuLock !== ''}
          description={row.skuLock || undefined}
          value={row.sku}
          onChange={(event) => put(index, { sku: event.currentTarget.value })}
          error={errorOf(index, 'sku')}
        />
        <BarcodeField
          value={row.barcode}
          onChange={(barcode) => put(index, { barcode })}
          error={errorOf(index, 'barcode')}
        />
        <QuantityInput
          label="Quantity"
          value={row.quantity}
          onChange={(quantity) => put(index, { quantity })}
          error={errorOf(index, 'quantity')}
        />
        <MoneyInput
          label="Price"
          value={row.price}
          placeholder={draft.price?.toFixed(2)}
          onChange={(price) => put(index, { price })}
          error={errorOf(index, 'price')}
        />
        <MoneyInput
          label="Cost"
          value={row.cost}
          placeholder={draft.cost?.toFixed(2)}
          onChange={(cost) => put(index, { cost })}
          error={errorOf(index, 'cost')}
        />
      </div>
      {writable && (
        <ActionIcon
          aria-label={`Remove variation ${row.name || index + 1}`}
          className={classes.remove}
          onClick={() => onChange(rows.filter((r) => r.key !== row.key))}
        >
          <Icon name="trash" />
        </ActionIcon>
      )}
    </div>
  ))
  return (
    <>
      {list}
      {picturing !== undefined && (
        <VariationPicture
          rows={rows}
          at={picturing}
          names={names}
          ofProduct={draft.images}
          onChange={onChange}
          onClose={() => setPicturing(undefined)}
        />
      )}
    </>
  )
}

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
    title="Choose its picture"
    aria-label={url ? `Picture of ${label}` : `Picture of ${label}: none`}
    onClick={onClick}
  >
    <ImageTile url={url} alt="" />
  </button>
)
