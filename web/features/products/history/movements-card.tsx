import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { channelNames } from '#contract/channels/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listMovements } from '#contract/products/products.ts'
import { movementReasons } from '#domain/words/movements.ts'
import { toOrder } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { ago, dateTime, number } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { useOpened } from '../page/editor.ts'
import { PastCard, shownAtFirst } from './past-card.tsx'

type Movement = CallReply<typeof listMovements>['data'][number]
const source = (name: string) => channelNames[name as ChannelId] ?? ''
const signed = (n: number) => (n > 0 ? `+${number(n)}` : number(n))

/** The stock's history. */
export function MovementsCard() {
  const { product } = useOpened()
  const [limit, setLimit] = useState(shownAtFirst)
  const movements = useRead(listMovements, { params: { id: product.id }, query: { limit } }, { keepPrevious: true })
  return (
    <PastCard
      title="Stock history"
      none="No stock changes yet."
      read={movements}
      limit={limit}
      onMore={setLimit}
      row={(movement) => <Row key={movement.id} movement={movement} own={product.sku} />}
    />
  )
}

function Row({
  movement: { sku, reason, source: from, deltaOnHand, deltaReserved, availableAfter, orderId, through, userName, at },
  own,
}: {
  movement: Movement
  own: string
}) {
  const who = [source(from), userName].filter(Boolean).join(', ')
  return (
    <li>
      <span className="grow">
        <b>{movementReasons[reason] ?? reason}</b>
        {sku !== own && <span className="mono"> {sku}</span>}
        {through && (
          <span>
            {' '}
            in <span className="mono">{through}</span>
          </span>
        )}
        <span className="tabular">
          {' '}
          {signed(deltaOnHand === 0 ? -deltaReserved : deltaOnHand)} → {number(availableAfter)} available
        </span>
        <br />
        <span className="subtle small" title={dateTime(at)}>
          {who && `${who}, `}
          {ago(at)}
        </span>
      </span>
      {orderId && (
        <Link {...toOrder(orderId)} className="small">
          Order
        </Link>
      )}
    </li>
  )
}
