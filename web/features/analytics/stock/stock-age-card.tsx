import type { UseQueryResult } from '@tanstack/react-query'
import type { CallReply } from '#contract/endpoint.ts'
import { MOST_AGED, type stockAge } from '#contract/analytics/stock-figures.ts'
import type { DayRange } from '#domain/analytics/presets.ts'
import { Bars } from '#web/ui/charts/bars.tsx'
import { ChartCard } from '#web/ui/charts/chart-card.tsx'
import { moneyOf, plural } from '#web/ui/format.ts'
import { useNavigate } from '#web/ui/link.tsx'

type Age = CallReply<typeof stockAge>
const nameOf = ({ from, to }: Age['bands'][number]) => (to === null ? `${from} days and more` : `${from} to ${to} days`)

/** Where money lies: stock by the time since it last sold. A bar leads to its products, of many to those that bind most. */
export function StockAgeCard({ age, range }: { age: UseQueryResult<Age>; range: DayRange }) {
  const navigate = useNavigate()
  const { bands = [], currency = '' } = age.data ?? {}
  const filled = bands.filter(({ skus }) => skus > 0)
  return (
    <ChartCard
      title="Stock by time since the last sale"
      range={range}
      read={age}
      height={150}
      empty="No stock"
      {...(currency && { currency })}
      header={['Since the last sale', 'SKUs', 'Units', `At cost${currency && ` (${currency})`}`]}
      rows={filled.map((band) => [nameOf(band), band.skus, band.pieces, band.cost])}
      note={filled.some(({ skus }) => skus > MOST_AGED) && `Opens up to ${MOST_AGED} SKUs, highest stock value first.`}
    >
      {() => (
        <Bars
          label="Stock by time since the last sale"
          onPick={(from) =>
            void navigate({
              to: '/inventory',
              search: { skus: filled.find((band) => String(band.from) === from)?.products },
            })
          }
          parts={filled.map((band) => ({
            key: String(band.from),
            label: nameOf(band),
            name: nameOf(band),
            // Where nobody entered a cost, units are all that can be compared.
            value: filled.some(({ cost }) => cost > 0) ? band.cost : band.pieces,
            text: `${moneyOf(band.cost, currency || 'USD')} · ${plural(band.pieces, 'unit')}`,
          }))}
        />
      )}
    </ChartCard>
  )
}
