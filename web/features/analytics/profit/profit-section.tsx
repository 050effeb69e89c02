import { Button } from '@mantine/core'
import { useState } from 'react'
import { exportProfit, profitFigures } from '#contract/analytics/profit.ts'
import { unknownCosts } from '#contract/orders/costs.ts'
import type { DayRange } from '#domain/analytics/presets.ts'
import { useRead } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { channelName } from '#web/ui/charts/channels.ts'
import { addressOf } from '#web/requests/address.ts'
import { moneyOf, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { ChannelMark } from '#web/ui/images/channel-mark.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { type AnalyticsSearch, queryOf, rangeBefore } from '../address.ts'
import { KeyFigures } from './key-figures.tsx'
import { MissingCosts } from './missing-costs.tsx'
import { ProfitTable, type ProfitFigures } from './profit-table.tsx'

const options = { keepPrevious: true }

/** What was earned: by channel, template, SKU and attribute. Units without a known cost are left out of profit and margin. */
export function ProfitSection({ search, range }: { search: AnalyticsSearch; range: DayRange }) {
  const query = queryOf(search, range, search.only === undefined)
  const channels = useRead(profitFigures, { params: { by: 'channel' }, query }, options)
  const earlier = rangeBefore(range)
  const before = useRead(
    profitFigures,
    { params: { by: 'channel' }, query: { ...query, ...earlier } },
    { ...options, enabled: earlier !== undefined },
  )
  const templates = useRead(profitFigures, { params: { by: 'template' }, query }, options)
  const skus = useRead(profitFigures, { params: { by: 'sku' }, query }, options)
  const attributes = useRead(profitFigures, { params: { by: 'attribute' }, query }, options)
  if (channels.isError && !channels.data)
    return (
      <ErrorState
        title="Failed to load profit"
        error={channels.error}
        retry={() => void channels.refetch()}
        again="Retry"
      />
    )
  // What stands above the tables is drawn when all of it is there, so that nothing moves.
  if (!channels.data || (earlier && !before.data && !before.isError))
    return <TableSkeleton rows={14} label="Loading profit" />
  const of = { range }
  return (
    <section className="stack" aria-label="Profit" aria-busy={channels.isFetching}>
      <KeyFigures
        now={channels.data.total}
        before={earlier && before.data?.total}
        isUnread={Boolean(earlier && before.isError && !before.data)}
        currency={channels.data.currency}
      />
      <div className="row">
        <Button
          component="a"
          variant="default"
          leftSection={<Icon name="download" />}
          href={addressOf(exportProfit, { query })}
          download="profit.csv"
        >
          Export profit
        </Button>
      </div>
      <Gaps figures={channels.data} />
      <ProfitTable
        {...of}
        title="Profit by channel"
        header="Channel"
        read={channels}
        render={({ name }) => (
          <span className="row">
            <ChannelMark channel={name as 'manual'} named />
            {channelName(name)}
          </span>
        )}
        text={({ name }) => channelName(name)}
      />
      <ProfitTable
        {...of}
        title="Profit by template"
        header="Template"
        read={templates}
        text={({ name }) => name || 'No product'}
      />
      <ProfitTable {...of} title="Profit by SKU" header="SKU" read={skus} text={({ name }) => name || 'No SKU'} mono />
      <ProfitTable
        {...of}
        title="Profit by attribute"
        header="Attribute"
        read={attributes}
        text={({ name, value }) => `${name}: ${value}`}
        partial
      />
    </section>
  )
}

/** What keeps these figures from being whole, and how to fill it in. */
function Gaps({ figures: { total, currency } }: { figures: ProfitFigures }) {
  const [adding, setAdding] = useState(false)
  const mayWrite = useMay('orders:write')
  const missing = total.quantity - total.knownQuantity
  const unknown = useRead(unknownCosts, {}, { enabled: missing > 0 && mayWrite })
  return (
    <>
      {missing > 0 && (
        <Callout
          tone="warning"
          action={
            mayWrite &&
            (unknown.data?.items ?? 0) > 0 && (
              <Button size="xs" variant="default" onClick={() => setAdding(true)}>
                Add costs
              </Button>
            )
          }
        >
          The cost of {plural(missing, 'unit')} is not known ({moneyOf(total.net - total.knownNet, currency)} net).{' '}
          Profit and margin leave them out.
        </Callout>
      )}
      {total.unknownFeesNet !== 0 && (
        <Callout tone="neutral">
          Fees are not known for {moneyOf(total.unknownFeesNet, currency)} of net sales, because the channel doesn’t
          report them with its orders. Their profit is before fees.
        </Callout>
      )}
      {adding && unknown.data && <MissingCosts unknown={unknown.data} onClose={() => setAdding(false)} />}
    </>
  )
}
