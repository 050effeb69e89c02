import type { Area, Client } from '../../client/index.ts'
import type { Command, Context } from '../command.ts'
import { clean, escaped } from '../terminal/text.ts'
import { eachOrder } from './orders.ts'

/** How many of the newest records are compared. */
const NEWEST = 100

interface Watched {
  key: string
  line: string
  record: object
}
/** What can be watched record by record. */
const subjects: Record<string, { areas: Area[]; newest: (motto: Client) => Promise<Watched[]> }> = {
  orders: {
    areas: ['orders'],
    async newest(motto) {
      const watched: Watched[] = []
      for await (const { totalRows: _, itemsCapped: _capped, ...order } of eachOrder(motto, {})) {
        const { id, number, channel, customer, state, shipping, totalAmount, currency } = order
        const line = `order ${id}  ${number}  ${channel}  ${customer}  ${totalAmount.toFixed(2)} ${currency}  ${state}, shipping ${shipping}`
        watched.push({ key: String(id), line, record: order })
        if (watched.length === NEWEST) break
      }
      return watched
    },
  },
  products: {
    areas: ['products', 'orders'],
    async newest(motto) {
      const { data } = await motto.listProducts({ query: { limit: NEWEST, fields: ['sku'] } })
      return data.map((product) => {
        const { sku, title, price, quantity, reservedQuantity } = product
        const line = `product ${sku}  ${title}  ${price.toFixed(2)}  available ${quantity}, reserved ${reservedQuantity}`
        return { key: sku, line, record: product }
      })
    },
  },
}

export const watchCommands: Command[] = [
  {
    name: 'watch',
    summary: 'Print what changes, until you press Ctrl C',
    arguments: [
      {
        name: 'WHAT',
        summary: 'Print each new or changed record of the newest 100; areas when left out',
        optional: true,
        choices: Object.keys(subjects),
      },
    ],
    options: { once: { summary: 'End after the first change', flag: true } },
    examples: ['motto watch', 'motto watch orders --json'],
    async run(context) {
      const { motto, terminal, argument, isSet } = context
      const subject = subjects[argument('WHAT')]
      const seen = new Map((await subject?.newest(motto))?.map(({ key, record }) => [key, JSON.stringify(record)]))
      terminal.note('Waiting for changes. Press Ctrl C to stop.')
      for await (const { areas } of motto.changes({
        ...(subject && { areas: subject.areas }),
        signal: terminal.signal,
      })) {
        const printed = subject
          ? await tellNews(context, await subject.newest(motto), seen)
          : await tell(context, areas.join(', '), { areas })
        if (printed > 0 && isSet('once')) return
      }
    },
  },
]

/** @returns how many records are new or different */
async function tellNews(context: Context, newest: Watched[], seen: Map<string, string>): Promise<number> {
  let count = 0
  // The oldest of the news first.
  for (const { key, line, record } of newest.toReversed()) {
    const text = JSON.stringify(record)
    if (seen.get(key) === text) continue
    seen.set(key, text)
    count += await tell(context, line, record)
  }
  return count
}

/** One line for each, so that programs read them as they come. */
async function tell({ terminal }: Context, line: string, record: object): Promise<1> {
  await terminal.write(terminal.isJson ? `${escaped(JSON.stringify(record))}\n` : `${clean(line)}\n`)
  return 1
}
