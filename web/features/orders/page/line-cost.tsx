import { useState } from 'react'
import { useMay } from '#web/may.tsx'
import { moneyOf } from '#web/ui/format.ts'
import type { Order } from '../order.ts'
import { CostDialog } from './cost-dialog.tsx'

/** What a unit cost when it sold. A cost that is unknown or that a person entered can be changed. */
export function LineCost({ item }: { item: Order['items'][number] }) {
  const [editing, setEditing] = useState(false)
  const mayWrite = useMay('orders:write')
  const { cost, costCurrency } = item
  const shown = cost === null ? 'Not known' : moneyOf(cost, costCurrency ?? '')
  if (!mayWrite || (cost !== null && !item.costEntered))
    return <span className={cost === null ? 'muted' : ''}>{shown}</span>
  return (
    <>
      <button type="button" className="link" onClick={() => setEditing(true)}>
        {cost === null ? 'Add cost' : shown}
        <span className="sr-only"> {cost === null ? `of ${item.sku || item.itemTitle}` : ', change'}</span>
      </button>
      {editing && <CostDialog item={item} onClose={() => setEditing(false)} />}
    </>
  )
}
