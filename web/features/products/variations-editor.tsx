import { ActionIcon, Autocomplete, Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { nameKey } from '#domain/products/values.ts'
import { useWritable } from '#web/may.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MoneyInput, QuantityInput } from '#web/ui/number-input.tsx'
import { withValue } from './attributes-grid.tsx'
import { BarcodeField } from './barcode-field.tsx'
import { attributesOf, type Draft, type DraftVariation, type Template } from './draft.ts'
import classes from './products.module.css'

interface Props {
  template: Template
  draft: Draft
  onChange: (variations: DraftVariation[]) => void
  /** Sentences of the server, by row and field. */
  errorOf: (index: number, field: string) => string | undefined
}

const valueOf = (variation: DraftVariation, name: string) =>
  variation.attributes.find((a) => nameKey(a.name) === nameKey(name))?.value ?? ''
const nameFrom = (variation: DraftVariation, names: readonly string[]) =>
  names
    .map((name) => valueOf(variation, name))
    .filter(Boolean)
    .join(' / ')

/** A free SKU for one more row. */
function nextSku(sku: string, rows: readonly DraftVariation[]): string {
  const taken = new Set(rows.map((row) => row.sku))
  let n = rows.length + 1
  while (taken.has(`${sku}-${n}`)) n++
  return `${sku}-${n}`
}

/** The buyable forms of a product: values for the template's variation attributes, each with its own SKU and stock (PRO-213). */
export function VariationsEditor({ template, draft, onChange, errorOf }: Props) {
  const rows = draft.variations
  const writable = useWritable()
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
  const add = () =>
    onChange([
      ...rows,
      {
        key: `new-${Date.now()}-${rows.length}`,
        name: '',
        sku: nextSku(draft.sku, rows),
        skuLock: '',
        barcode: '',
        price: null,
        cost: null,
        quantity: 0,
        attributes: [],
      },
    ])
  return (
    <>
      {names.length === 0 && (
        <p className="muted">
          The template names no variation attributes.{' '}
          <Link to="/template/$templateId" params={{ templateId: String(template.id) }} hash="variations">
            Choose them on the template
          </Link>
          , e.g. Size and Color, to pick their values here.
        </p>
      )}
      {rows.map((row, index) => (
        <div key={row.key} className={classes.variation} role="group" aria-label={`Variation ${index + 1}`}>
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
            classNames={{ input: classes.monoInput }}
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
      ))}
      {writable && (
        <div>
          <Button variant="default" leftSection={<Icon name="plus" size="s" />} onClick={add}>
            Add variation
          </Button>
        </div>
      )}
    </>
  )
}

/** What stops the variations from being saved, as a sentence (PRO-211, PRO-212). */
export function variationProblem(index: number, field: string, rows: readonly DraftVariation[]): string | undefined {
  const row = rows[index]
  if (!row) return undefined
  if (field === 'name' && !row.name.trim()) return 'Name is required.'
  if (field !== 'sku') return undefined
  if (!row.sku.trim()) return 'SKU is required.'
  return rows.some((other, at) => at !== index && other.sku.trim() === row.sku.trim())
    ? 'Another variation has this SKU.'
    : undefined
}
