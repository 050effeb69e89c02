import { type Command, UsageError } from '../command.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

export const salesCommands: Command[] = [
  {
    name: 'sales',
    summary: 'Show what was sold, by channel; today when no day is named',
    options: {
      from: { summary: 'The first day', value: 'YYYY-MM-DD' },
      to: { summary: 'The last day; the first one when left out', value: 'YYYY-MM-DD' },
    },
    examples: ['motto sales', 'motto sales --from 2026-11-01 --to 2026-11-30 --json'],
    async run({ motto, terminal, text }) {
      for (const name of ['from', 'to'])
        if (!DAY.test(text(name) ?? '2026-11-01')) throw new UsageError(`--${name} is a day like 2026-11-01.`)
      if (text('to') !== undefined && text('from') === undefined)
        throw new UsageError('Name the first day, too: --from.')
      const { today, currency } = await motto.getSales()
      const from = text('from') ?? today.from
      const to = text('to') ?? from
      const channels = await motto.channelSales({ query: { startDate: from, endDate: to } })
      const sum = (of: (row: (typeof channels)[number]) => number) =>
        Math.round(channels.reduce((total, row) => total + of(row), 0) * 100) / 100
      const totals = {
        orders: sum(({ count }) => count),
        units: sum(({ totalQuantity }) => totalQuantity),
        total: sum(({ totalAmount }) => totalAmount),
        refunded: sum(({ refundedAmount }) => refundedAmount),
        net: sum(({ netAmount }) => netAmount),
      }
      const money = (amount: number) => `${amount.toFixed(2)} ${currency}`
      await terminal.record({ from, to, currency, ...totals, channels }, [
        ['Days', from === to ? from : `${from} to ${to}`],
        ['Orders', totals.orders],
        ['Units', totals.units],
        ['Total', money(totals.total)],
        ['Refunded', money(totals.refunded)],
        ['Net', money(totals.net)],
        ...channels.map((row) => [row.channel, `${row.count} orders, ${money(row.totalAmount)}`] as const),
      ])
    },
  },
]
