import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { packCli, packClient } from './pack.ts'
import { environmentOf, openSellingStranger, type Outcome, shellIn } from './stranger.ts'

/**
 * A seller's day with the packed client and command line, installed into an empty folder: import, fix, publish, sell, ship, refund, pack, read the day's
 * sales and profit. The tests are its hours, in their order.
 */
let stranger: Awaited<ReturnType<typeof openSellingStranger>>
let sh: (script: string) => Promise<Outcome>
const json = async <T>(command: string) => {
  const { code, output, errors } = await sh(`motto ${command} --json`)
  if (!output) throw new Error(`motto ${command} ended with ${code}. ${errors}`)
  return JSON.parse(output) as T
}
/** What a channel tells, once Motto has pulled it: by this command, or in the background just before. */
async function seen<T>(look: () => Promise<T | undefined>): Promise<T> {
  return vi.waitFor(
    async () => {
      expect(await sh('motto orders pull ebay')).toMatchObject({ code: 0 })
      const there = await look()
      if (there === undefined) throw new Error('Motto does not show what the channel tells.')
      return there
    },
    { timeout: 60_000, interval: 200 },
  )
}
// Each hour starts several processes, and waits for a channel.
vi.setConfig({ testTimeout: 120_000 })
afterAll(() => vi.resetConfig())
const LONG_TITLE = `Bowl ${'very '.repeat(16)}large`

beforeAll(async () => {
  stranger = await openSellingStranger(packClient, packCli)
  sh = shellIn(stranger.folder, environmentOf(stranger))
  writeFileSync(join(stranger.folder, 'token.txt'), `${stranger.secret}\n`)
}, 120_000)
afterAll(() => stranger?.stop())

interface Published {
  state: string
  accounts: { channel: string; counts: Record<string, number> }[]
  problems: { sku: string; channel: string; errors: Record<string, string> }[]
}
const counted = ({ accounts }: Published, state: string) =>
  Object.fromEntries(accounts.map(({ channel, counts }) => [channel, counts[state]]))

it('logs in, and sees the accounts', async () => {
  expect(await sh('motto login < token.txt')).toMatchObject({ code: 0 })
  expect((await json<{ channel: string }[]>('accounts')).map(({ channel }) => channel)).toEqual(['ebay', 'shopify'])
})

it('imports the products of the day', async () => {
  const { shop, templateId } = stranger
  // A photo that is in Motto’s own store, as one taken with a phone.
  const { id } = await shop.product(templateId, { sku: 'PHOTO-1' })
  const { images } = await json<{ images: { url: string }[] }>(`call getProduct '{"params":{"id":${id}}}'`)
  const rows = [
    ['SKU', 'Title', 'Description', 'Price', 'Cost', 'Quantity', 'Condition', 'Images'],
    ['DAY-1', 'Stoneware mug', 'Holds 300 ml.', '12.50', '4.00', '5', 'New', images[0]?.url],
    ['DAY-2', LONG_TITLE, 'Holds 2 l.', '30 dollars', '11.00', 'two', 'New', images[0]?.url],
  ]
  writeFileSync(join(stranger.folder, 'day.csv'), rows.map((row) => row.join(',')).join('\n'))
  const preview = await sh('motto import day.csv --template Mugs --preview')
  expect([preview.code, preview.output]).toEqual([1, expect.stringMatching(/^Line 3, DAY-2 +.*Price.*Quantity/m)])
  await sh("sed -i.bak 's/30 dollars/30.00/; s/,two,/,2,/' day.csv")
  expect(await json('import day.csv --template Mugs --yes')).toMatchObject({ state: 'done', applied: { create: 2 } })
})

const both = 'listings publish --sku DAY-1 --sku DAY-2'

it('a dry run says what would be rejected, ends with 1, and publishes nothing', async () => {
  const { code, output, errors } = await sh(`motto ${both} --to ebay --to shopify --dry-run --json`)
  const checked = JSON.parse(output) as Published
  expect([code, errors]).toEqual([1, ''])
  expect([counted(checked, 'ready'), counted(checked, 'blocked')]).toEqual([
    { ebay: 1, shopify: 2 },
    { ebay: 1, shopify: 0 },
  ])
  expect(checked.problems).toMatchObject([{ sku: 'DAY-2', channel: 'ebay', errors: { title: expect.any(String) } }])
  expect(await stranger.shop.onChannel('ebay', 'DAY-1')).toEqual([])
  expect((await sh(`motto ${both} --to ebay --dry-run`)).output).toMatch(/^DAY-2, .*80/m)
})

it('fixes the title, publishes to both channels, and says how far it is', async () => {
  expect(await sh('motto products set DAY-2 --title "Large bowl"')).toMatchObject({ code: 0 })
  const { code, output, errors } = await sh(`motto ${both} --to ebay --to shopify --yes`)
  expect([code, output.match(/^Live +(\d+)$/m)?.[1]]).toEqual([0, '4'])
  expect(errors).toMatch(/^Publishing\. Ctrl C ends this command/m)
  const { onChannel } = stranger.shop
  expect(await onChannel('ebay', 'DAY-1')).toMatchObject([{ quantity: 5, price: 12.5 }])
  expect(await onChannel('shopify', 'DAY-2')).toMatchObject([{ quantity: 2, title: 'Large bowl' }])
  const live = await json<{ sku: string; status: string }[]>('listings list --search DAY')
  expect(live.map(({ sku, status }) => `${sku} ${status}`).toSorted()).toEqual([
    'DAY-1 listed',
    'DAY-1 listed',
    'DAY-2 listed',
    'DAY-2 listed',
  ])
})

it('takes an order, ships it and refunds it on its channel', async () => {
  const { shop } = stranger
  await shop.remotes.ebay.buy('DAY-1', 2)
  const order = await seen(async () => {
    const [first] = await json<{ id: number; channel: string }[]>('orders list --tab readyToShip')
    return first
  })
  expect(order).toMatchObject({ channel: 'ebay' })
  expect(await json(`orders ship ${order.id} --tracking 1Z999AA1 --carrier UPS`)).toMatchObject({
    shipping: 'shipped',
  })
  const wrong = await sh(`motto orders refund ${order.id} --reason BORED`)
  expect([wrong.code, wrong.errors]).toEqual([2, expect.stringContaining('BUYER_RETURN')])
  const refund = await json(`orders refund ${order.id} --item DAY-1:1 --reason BUYER_RETURN`)
  expect(refund).toMatchObject({ kind: 'refund', state: 'sent', total: 12.5 })
  expect(await json('stock get DAY-1')).toMatchObject({ available: 4, reserved: 0 })
  const rest = await sh(`motto orders refund ${order.id} --reason BUYER_RETURN`)
  expect(rest).toMatchObject({ code: 0, output: 'Refund  18.49 USD\nState   done\n' })
  expect(await json('stock get DAY-1')).toMatchObject({ available: 5, reserved: 0 })
})

it('reads the day’s sales, by the day of the organization', async () => {
  // The channel tells what it refunded with the order, the next time that it is asked.
  const sales = await seen(async () => {
    const now = await json<{ from: string; to: string; refunded: number }>('sales')
    return now.refunded > 0 ? now : undefined
  })
  expect(sales).toMatchObject({ orders: 1, units: 2, channels: [{ channel: 'ebay', count: 1 }] })
  expect(sales.from).toBe(sales.to)
  expect((await sh('motto sales')).output).toMatch(/^Total +30\.99 USD\nRefunded +26\.58 USD\nNet +0\.00 USD$/m)
})

it('a program with the client reads the same sales', async () => {
  const program = `import { createClient } from '@motto/client'
const motto = createClient({ url: process.env.MOTTO_URL, token: process.env.MOTTO_TOKEN })
const { today } = await motto.getSales()
const channels = await motto.channelSales({ query: { startDate: today.from, endDate: today.from } })
console.log(channels.map(({ channel, count, totalAmount }) => [channel, count, totalAmount].join(' ')).join())`
  writeFileSync(join(stranger.folder, 'sales.js'), program)
  expect(await sh('MOTTO_TOKEN=$(cat token.txt) node sales.js')).toMatchObject({ code: 0, output: 'ebay 1 30.99\n' })
})

it('packs a second order piece by piece, ships it, and reads what the day earned', async () => {
  await stranger.shop.remotes.ebay.buy('DAY-2', 1)
  const order = await seen(async () => (await json<{ id: number }[]>('orders list --tab readyToShip'))[0])
  interface ToPack {
    lines: { id: number; levelId: number; sku: string; quantity: number; packed: number }[]
    state: string
  }
  const [box] = await json<ToPack[]>(`call ordersToPack '{"query":{"ids":[${order.id}]}}'`)
  expect(box?.lines).toMatchObject([{ sku: 'DAY-2', quantity: 1, packed: 0 }])
  for (const { id: itemId, levelId, quantity } of box?.lines ?? []) {
    const body = JSON.stringify({ body: { orderId: order.id, itemId, levelId, by: quantity } })
    expect(await json<ToPack>(`call packPieces '${body}'`)).toMatchObject({ lines: [{ packed: 1 }] })
    // Nobody puts in more than was ordered.
    expect(await sh(`motto call packPieces '${body}'`)).toMatchObject({ code: 1 })
  }
  const parcel = JSON.stringify({ body: { orderId: order.id, service: 'UPS', trackingNumber: '1Z999AA2' } })
  expect(await json(`call shipPacked '${parcel}'`)).toMatchObject({ state: 'shipped', trackingNumber: '1Z999AA2' })

  const { from } = await json<{ from: string }>('sales')
  interface Sums {
    name: string
    quantity: number
    cost: number
    net: number
    profit: number
  }
  const query = { startDate: from, endDate: from }
  const figures = await json<{ rows: Sums[]; total: Sums }>(
    `call profitFigures '${JSON.stringify({ params: { by: 'sku' }, query })}'`,
  )
  const bowl = figures.rows.find(({ name }) => name === 'DAY-2')
  expect(bowl).toMatchObject({ quantity: 1, cost: 11 })
  expect(bowl?.profit).toBeCloseTo((bowl?.net ?? 0) - 11, 2)
  const earned = await json<{ profit: Sums }>(`call orderProfit '{"query":{"orderId":${order.id}}}'`)
  expect(earned.profit).toMatchObject({ cost: 11, profit: bowl?.profit })
  expect((await sh(`motto call exportProfit '${JSON.stringify({ query })}'`)).output).toMatch(/DAY-2/)
})

it.each([
  ['no account is named', '--sku DAY-1 --yes', 2, /Say where to/],
  ['an account is not there', '--sku DAY-1 --to etsy --yes', 2, /no connected account "etsy"/],
  ['no product is named', '--to ebay --yes', 2, /Say which products/],
  ['nobody can be asked', '--sku DAY-1 --sku PHOTO-1 --to ebay', 2, /Add --yes/],
  ['a SKU is nobody’s', '--sku NONE-1 --to ebay --yes', 4, /Not found/],
])('publishing is refused where %s', async (_, options, code, sentence) => {
  const outcome = await sh(`motto listings publish ${options}`)
  expect([outcome.code, outcome.output]).toEqual([code, ''])
  expect(outcome.errors).toMatch(sentence)
})
