import { ActionIcon } from '@mantine/core'
import { rowTotal } from '#domain/orders/intake/totals.ts'
import { money } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Thumb } from '#web/ui/images/thumb.tsx'
import { AddProduct } from '#web/form/products/add-product.tsx'
import { amountsOf, type Item, withOneMore } from './draft.ts'
import { VariationField } from './pricing-step.tsx'
import classes from './new-order.module.css'
import { type Oversold, OversoldNote, oversoldLines } from './oversold.tsx'
import { itemProblem } from './steps.ts'
import { mostLines } from './use-lines.ts'
import type { OrderInWriting } from './use-order.ts'

/** What is ordered: found by SKU, words or barcode, a line each. */
export function QuickLines({ order, tried }: { order: OrderInWriting; tried: boolean }) {
  const { draft, change } = order
  const oversold = oversoldLines(draft)
  const each = (key: string, part: Partial<Item>) =>
    change((now) => ({ ...now, items: now.items.map((item) => (item.key === key ? { ...item, ...part } : item)) }))
  return (
    <Card title="Products">
      <div className="stack">
        {draft.items.map((item, at) => (
          <Line
            key={item.key}
            item={item}
            oversold={oversold.get(item.key)}
            errorOf={(field) =>
              order.errorOf(`items.${at}.${field}`) ??
              (tried && itemProblem(item)?.field === field ? itemProblem(item)?.text : undefined)
            }
            onChange={(part) => each(item.key, part)}
            onRemove={() => change((now) => ({ ...now, items: now.items.filter(({ key }) => key !== item.key) }))}
          />
        ))}
        <AddProduct
          onAdd={(product, sellable) => {
            if (draft.items.length >= mostLines) toast.info(`An order can have up to ${mostLines} lines.`)
            else change((now) => ({ ...now, items: withOneMore(now.items, product, sellable) }))
          }}
          error={tried && draft.items.length === 0 ? 'Must select product.' : undefined}
        />
      </div>
    </Card>
  )
}

interface LineProps {
  item: Item
  oversold: Oversold | undefined
  errorOf: (field: string) => string | undefined
  onChange: (part: Partial<Item>) => void
  onRemove: () => void
}

function Line({ item, oversold, errorOf, onChange, onRemove }: LineProps) {
  const name = item.title || item.product.sku
  return (
    <div role="group" aria-label={name} className={classes.line}>
      <span className={classes.what}>
        <Thumb url={item.product.images?.[0]?.url ?? ''} />
        <span>
          {name} <span className="mono muted">{item.sku || item.product.sku}</span>
          <span className={classes.extras}>{extras(item)}</span>
        </span>
      </span>
      <QuantityInput
        label="Qty"
        noun="quantity"
        max={100_000}
        value={item.quantity}
        onChange={(quantity) => onChange({ quantity })}
        error={errorOf('quantity')}
      />
      <MoneyInput
        label="Sale Price"
        value={item.price}
        onChange={(price) => onChange({ price })}
        error={errorOf('price')}
      />
      <span className={classes.sum}>
        <span className="sr-only">Row Total </span>
        {money(rowTotal(amountsOf(item)) / 100)}
      </span>
      <ActionIcon variant="subtle" color="red" aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="trash" />
      </ActionIcon>
      {item.product.variations > 0 && item.sku === '' && (
        <VariationField item={item} error={errorOf('sku')} onChange={onChange} />
      )}
      <OversoldNote oversold={oversold} />
    </div>
  )
}

/** What a line says beyond quantity and price; typed in the step Pricing. */
const extras = ({ tax, discount }: Item) =>
  (
    [
      ['tax', tax],
      ['discount', discount],
    ] as const
  )
    .flatMap(([name, amount]) => (amount ? [`${name} ${money(amount)}`] : []))
    .join(', ')
