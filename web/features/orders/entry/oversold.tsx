import { manualState } from '#domain/orders/entry/manual.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { number, plural } from '#web/ui/format.ts'
import type { Draft, Item } from './draft.ts'
import classes from './new-order.module.css'

export interface Oversold {
  /** Units that can be sold of the line's SKU. */
  available: number
  /** Units that the line asks for beyond them. */
  by: number
}

/** The lines that ask for more than there is, by their keys. Lines of one SKU share what there is; an order that takes nothing from stock oversells nothing. */
export function oversoldLines(draft: Draft): ReadonlyMap<string, Oversold> {
  const oversold = new Map<string, Oversold>()
  if (!manualState(draft).takes) return oversold
  const left = new Map<string, number>()
  for (const { key, sku, available, quantity } of draft.items) {
    if (!sku || available === null) continue
    const before = left.get(sku) ?? available
    const after = before - (quantity ?? 0)
    left.set(sku, Math.max(0, after))
    if (after < 0) oversold.set(key, { available, by: -after })
  }
  return oversold
}

/** Tells beside a line that it sells more than there is. */
export const OversoldNote = ({ oversold }: { oversold: Oversold | undefined }) => (
  <span className={classes.oversold} role="status">
    {oversold && textOf(oversold)}
  </span>
)

const textOf = ({ available, by }: Oversold) =>
  `${available > 0 ? `Only ${number(available)} in stock` : 'Out of stock'}. This order oversells by ${number(by)}.`

/** Asks the seller to confirm an order for more than is in stock: the buyer may have the units already. @returns true where nothing is oversold */
export async function confirmOversell(draft: Draft): Promise<boolean> {
  const oversold = oversoldLines(draft)
  if (oversold.size === 0) return true
  const units = [...oversold.values()].reduce((sum, { by }) => sum + by, 0)
  return confirm({
    title: `Oversell ${plural(units, 'unit')}?`,
    body: (
      <>
        <ul>
          {draft.items.flatMap((item) => {
            const line = oversold.get(item.key)
            return line ? [<li key={item.key}>{lineText(item, line)}</li>] : []
          })}
        </ul>
        <p>The order will be marked as oversold.</p>
      </>
    ),
    confirm: 'Create oversold order',
    cancel: 'Back to order',
  })
}

const lineText = ({ title, sku, quantity }: Item, { available }: Oversold) =>
  `${title || sku}: ${number(quantity ?? 0)} ordered, ${number(available)} in stock`
