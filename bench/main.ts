import { parseArgs } from 'node:util'
import { fixtureSizes } from '#seed/fixture.ts'
import { type Motto, startMotto } from '../e2e/support/motto.ts'
import { type Shop, type Size, openShop } from './kit/fixture.ts'
import { benchBuffer } from './kit/buffer.ts'
import { benchChannels } from './channels.ts'
import { benchCrash } from './crash.ts'
import { benchEngine } from './engine.ts'
import { benchFigures } from './figures.ts'
import { benchFlood } from './flood.ts'
import { benchFloors } from './floors/floors.ts'
import { benchGrid } from './grid.ts'
import { benchHistory } from './history/history.ts'
import { benchHostile } from './hostile.ts'
import { benchIntake } from './orders/intake.ts'
import { benchLists } from './list.ts'
import { benchListings } from './listings.ts'
import { benchMoves } from './moves.ts'
import { benchOrders } from './orders/orders.ts'
import { benchPanel } from './panel.ts'
import { benchProducts } from './products.ts'
import { type Row, report } from './kit/report.ts'
import { benchRules } from './rules.ts'
import { benchSafety } from './safety/safety.ts'
import { benchSales } from './orders/sales.ts'
import { benchSearch } from './search.ts'
import { benchSlopes } from './slopes.ts'
import { benchSlips } from './orders/slips.ts'
import { benchStart } from './start.ts'
import { benchStock } from './stock.ts'
import { benchSums } from './sums.ts'
import { benchUpgrade } from './upgrade.ts'
import { benchTokens } from './tokens.ts'
import { benchWeb } from './web.ts'
import { benchWebhooks } from './webhooks.ts'
import { benchWrites } from './writes.ts'

/**
 * `--only lists,sales` measures these parts, else all. `--size M,L`: of the fixtures; `--data DIR`: where they are kept for the next time.
 * `--orders 400000,1000000`: how many orders the list of orders and the figures of analytics are measured with.
 * `--listings 400000,1000000`: how many listings the list of listings is measured with.
 * `--pages /inventory,/orders`: of the web only these. `--slowdown 2`: how many times slower a phone is than this processor (Lighthouse takes 4).
 * `--named 'price range'`: of the lists, of the floors, of the slopes of reads, of what is written, and of what a product takes (saved, pictures, attribute) only what has this in its name.
 * `--only webhooks --events 12000`: how many events four receivers get together (100,000 without it).
 * `--only history --duration 15 --seed 7`: how many minutes writes are checked among faults (60 without it), and with which chance. Only where it is asked for.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    size: { type: 'string', default: 'S,M' },
    data: { type: 'string' },
    pages: { type: 'string' },
    slowdown: { type: 'string' },
    named: { type: 'string', default: '' },
    orders: { type: 'string', default: '10000,100000' },
    listings: { type: 'string', default: '100000,400000' },
    duration: { type: 'string', default: '60' },
    seed: { type: 'string' },
    events: { type: 'string', default: '100000' },
  },
})
const only = options.only?.split(',')
const isSelected = (part: string) => !only || only.includes(part)
const sizes = (Object.keys(fixtureSizes) as Size[]).filter((size) =>
  options.size.toUpperCase().split(',').includes(size),
)

/** What needs a server in this process, with a fixture behind it. */
async function onFixtures(): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of sizes) {
    if (isSelected('lists'))
      rows.push(
        ...(await withShop(size, 'api', 'Measuring the product list', (shop) => benchLists(shop, options.named))),
      )
    if (isSelected('search')) rows.push(...(await withShop(size, 'api', 'Measuring suggestions', benchSearch)))
    if (isSelected('import')) {
      console.error(`Measuring export, import and bulk edit at size ${size}…`)
      rows.push(...(await benchMoves(size, options.data)))
    }
    if (isSelected('rules')) rows.push(...(await withShop(size, 'all', 'Changing a rule among requests', benchRules)))
    if (isSelected('products'))
      rows.push(
        ...(await withShop(size, 'all', 'Saving products and pictures', (shop) => benchProducts(shop, options.named))),
      )
    if (isSelected('writes'))
      rows.push(
        ...(await withShop(size, 'all', 'Writing products and orders', (shop) => benchWrites(shop, options.named))),
      )
    if (isSelected('floors'))
      rows.push(
        ...(await withShop(size, 'all', 'Measuring beside both floors', (shop) => benchFloors(shop, options.named))),
      )
    if (isSelected('upgrade'))
      rows.push(...(await withShop(size, 'all', 'Upgrading while the version before serves', benchUpgrade)))
    if (isSelected('engine')) {
      console.error(`Resolving and checking as many products as size ${size} has…`)
      rows.push(...benchEngine(fixtureSizes[size]))
    }
    if (isSelected('grid')) {
      console.error(`Measuring the inventory in a browser at size ${size}…`)
      rows.push(...(await benchGrid(size, options.data)))
    }
  }
  if (isSelected('slopes')) rows.push(...(await benchSlopes(sizes, options.data, options.named)))
  if (isSelected('tokens')) rows.push(...(await withShop('S', 'api', 'Reading lists with tokens', benchTokens)))
  if (isSelected('hostile')) rows.push(...(await withShop('S', 'api', 'Sending hostile requests', benchHostile)))
  if (isSelected('orders'))
    rows.push(
      ...(await withShop('S', 'api', 'Measuring the orders list', (shop) =>
        benchOrders(shop, options.orders.split(',').map(Number)),
      )),
    )
  if (isSelected('figures'))
    rows.push(
      ...(await withShop('S', 'api', 'Measuring the figures of analytics', (shop) =>
        benchFigures(shop, options.orders.split(',').map(Number)),
      )),
    )
  if (isSelected('listings'))
    rows.push(
      ...(await withShop('M', 'api', 'Measuring the listings', (shop) =>
        benchListings(shop, options.listings.split(',').map(Number)),
      )),
    )
  if (isSelected('buffer')) rows.push(...(await withShop('M', 'all', 'Changing a buffer among sales', benchBuffer)))
  if (isSelected('slips'))
    rows.push(...(await withShop('S', 'api', 'Printing packing slips', (shop) => benchSlips(shop.server.services))))
  if (isSelected('sums')) rows.push(...(await withShop('S', 'all', 'Measuring what sums cost the intake', benchSums)))
  if (isSelected('intake'))
    rows.push(
      ...(await withShop('S', 'all', 'Measuring the intake of orders', (shop) => benchIntake(shop.server.services))),
    )
  return rows
}

async function withShop(
  size: Size,
  role: 'all' | 'api',
  doing: string,
  work: (shop: Shop) => Promise<Row[]>,
): Promise<Row[]> {
  const shop = await openShop(size, options.data, role)
  console.error(`${doing} at ${shop.products.toLocaleString('en-US')} products…`)
  return work(shop).finally(() => shop.stop())
}

async function onAWholeMotto(doing: string, work: (motto: Motto) => Promise<Row[]>): Promise<Row[]> {
  console.error(`${doing}…`)
  const motto = await startMotto()
  try {
    return await work(motto)
  } finally {
    await motto.stop()
  }
}

const rows: Row[] = []
if (isSelected('start')) {
  console.error('Measuring the start…')
  rows.push(...(await benchStart()))
}
if (isSelected('stock')) {
  console.error('Playing random interleavings of sales and faults…')
  rows.push(...benchStock())
}
if (isSelected('crash')) {
  console.error('Killing workers among sales…')
  rows.push(...(await benchCrash()))
}
// An hour: not among all others.
if (only?.includes('history'))
  rows.push(
    ...(await benchHistory({
      minutes: Number(options.duration),
      seed: options.seed === undefined ? undefined : Number(options.seed),
      named: options.named,
    })),
  )
if (isSelected('channels')) rows.push(...(await benchChannels()))
if (isSelected('flood')) {
  console.error('Selling on six channels whose webhooks go astray…')
  rows.push(...(await benchFlood()))
}
if (isSelected('webhooks')) {
  console.error('Sending webhooks to receivers that fail…')
  rows.push(...(await benchWebhooks(Number(options.events))))
}
if (isSelected('safety')) {
  console.error('Giving 5,000 products their manufacturers…')
  rows.push(...(await benchSafety()))
}
rows.push(...(await onFixtures()))
if (isSelected('sales'))
  rows.push(...(await onAWholeMotto('Measuring the way of a sale to the other channel', benchSales)))
if (isSelected('panel')) rows.push(...(await onAWholeMotto('Opening a publish panel', benchPanel)))
if (isSelected('web')) {
  console.error('Measuring the pages…')
  rows.push(...(await benchWeb(options.pages?.split(','), options.slowdown)))
}
report(rows, 'bench.json')
process.exit()
