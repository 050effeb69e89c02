import { orderProfit } from '#contract/analytics/profit.ts'
import { costKnownWords, marginWords } from '#domain/analytics/profit.ts'
import { useRead } from '#web/api.ts'
import { moneyOf } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { Facts } from '#web/ui/tables/facts.tsx'
import type { Order } from '../order.ts'

/** What the order earned, in the organization's currency. Postage that was bought elsewhere is not part of it. */
export function ProfitCard({ order }: { order: Order }) {
  const { data } = useRead(orderProfit, { query: { orderId: order.id } })
  const profit = data?.profit
  if (!profit) return null
  const money = (amount: number | null) => (amount === null ? 'Not known' : moneyOf(amount, profit.currency))
  const isPart = profit.costKnown !== null && profit.costKnown < 1 && profit.profit !== null
  return (
    <Card title="Profit">
      <Facts>
        <dt>Net</dt>
        <dd title="Total minus fees, tax, discounts and refunds. A refund takes the same share of the fees off.">
          {money(profit.net)}
        </dd>
        <dt>Cost of goods</dt>
        <dd>{profit.profit === null ? 'Not known' : money(profit.cost)}</dd>
        <dt>Profit</dt>
        <dd>
          <b>{money(profit.profit)}</b>
          {profit.margin !== null && <span className="muted"> {marginWords(profit.margin)} margin</span>}
        </dd>
        {isPart && (
          <>
            <dt>Cost known</dt>
            <dd>{costKnownWords(profit.costKnown)} of net. Profit leaves out the rest.</dd>
          </>
        )}
        {profit.unknownFeesNet !== 0 && (
          <>
            <dt>Fees</dt>
            <dd>Not known. Profit is before fees.</dd>
          </>
        )}
      </Facts>
    </Card>
  )
}
