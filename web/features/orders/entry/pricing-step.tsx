import { ActionIcon, TextInput } from '@mantine/core'
import { getProduct } from '#contract/products/products.ts'
import { rowNet, rowTotal } from '#domain/orders/intake/totals.ts'
import { useRead } from '#web/api.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { money, number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Thumb } from '#web/ui/images/thumb.tsx'
import { sellableOf } from '#web/form/products/sellable.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { amountsOf, type Draft, type Item, soldAs } from './draft.ts'
import classes from './new-order.module.css'
import { type Oversold, OversoldNote, oversoldLines } from './oversold.tsx'
import { itemProblem } from './steps.ts'

interface Props {
  draft: Draft
  set: (change: Partial<Draft>) => void
  /** What the server said of a line's field. */
  errorOf: (index: number, field: string) => string | undefined
  /** Somebody tried to go on: what is missing is shown at its field. */
  tried: boolean
}

/** What each line costs, with its sums as one types (ORD-163..ORD-172). */
export function PricingStep({ draft, set, errorOf, tried }: Props) {
  const { items } = draft
  const oversold = oversoldLines(draft)
  const change = (key: string, part: Partial<Item>) =>
    set({ items: items.map((item) => (item.key === key ? { ...item, ...part } : item)) })
  if (items.length === 0)
    return (
      <EmptyState title="No products" drawing={false}>
        No items yet — go back and pick products.
      </EmptyState>
    )
  return (
    <div className="stack">
      {items.map((item, index) => (
        <ItemCard
          key={item.key}
          item={item}
          oversold={oversold.get(item.key)}
          errorOf={(field) =>
            errorOf(index, field) ?? (tried && itemProblem(item)?.field === field ? itemProblem(item)?.text : undefined)
          }
          onChange={(part) => change(item.key, part)}
          onRemove={() => set({ items: items.filter(({ key }) => key !== item.key) })}
        />
      ))}
      <TextInput className={classes.short} label="Currency" value="USD" disabled />
    </div>
  )
}

interface CardProps {
  item: Item
  oversold: Oversold | undefined
  errorOf: (field: string) => string | undefined
  onChange: (part: Partial<Item>) => void
  onRemove: () => void
}

function ItemCard({ item, oversold, errorOf, onChange, onRemove }: CardProps) {
  const amounts = amountsOf(item)
  const { available, quantity } = item
  return (
    <div role="group" aria-label={item.title || item.product.sku}>
      <Card
        title={
          <span className="row">
            <Thumb url={item.product.images?.[0]?.url ?? ''} />
            <span>
              {item.title || item.product.sku} <span className="mono muted">{item.sku || item.product.sku}</span>
            </span>
          </span>
        }
        actions={
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Remove ${item.title || item.product.sku}`}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </ActionIcon>
        }
      >
        <div className={classes.amounts}>
          {item.product.variations > 0 && <VariationField item={item} error={errorOf('sku')} onChange={onChange} />}
          <QuantityInput
            label="Qty"
            noun="quantity"
            max={100_000}
            value={quantity}
            onChange={(next) => onChange({ quantity: next })}
            error={errorOf('quantity')}
            description={available === null || oversold ? undefined : `${number(available)} available`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
          <MoneyInput
            label="Sale Price"
            value={item.price}
            onChange={(price) => onChange({ price })}
            error={errorOf('price')}
          />
          <MoneyInput label="Cost" value={item.cost} onChange={(cost) => onChange({ cost })} error={errorOf('cost')} />
          <MoneyInput label="Tax" value={item.tax} onChange={(tax) => onChange({ tax })} error={errorOf('taxAmount')} />
          <MoneyInput
            label="Discount"
            value={item.discount}
            onChange={(discount) => onChange({ discount })}
            error={errorOf('discountAmount')}
          />
          <OversoldNote oversold={oversold} />
          <dl className={classes.row}>
            <dt>Row Net</dt>
            <dd>{money(rowNet(amounts) / 100)}</dd>
            <dt>Row Total</dt>
            <dd className="name">{money(rowTotal(amounts) / 100)}</dd>
          </dl>
        </div>
      </Card>
    </div>
  )
}

/** A product with variations sells one of them (ORD-176). */
export function VariationField({
  item,
  error,
  onChange,
}: Pick<CardProps, 'item' | 'onChange'> & { error: string | undefined }) {
  const product = useRead(getProduct, { params: { id: item.product.id } })
  const variations = product.data?.variations ?? []
  return (
    <Select
      className={classes.wide}
      label="Variation"
      required
      allowDeselect={false}
      placeholder={product.isPending ? 'Loading…' : 'Choose a variation'}
      data={variations.map((v) => ({ value: v.sku, label: `${v.name} (${v.sku}), ${number(v.quantity)} available` }))}
      value={item.sku || null}
      error={error ?? (product.isError ? 'The variations could not be loaded.' : undefined)}
      onChange={(sku) => {
        const chosen = variations.find((v) => v.sku === sku)
        if (!chosen) return
        onChange(soldAs(sellableOf(item.product, chosen)))
      }}
    />
  )
}
