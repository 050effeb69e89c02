import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ChannelOrder, ChannelOrderLine } from '#channels/channel.ts'
import { packingDesk } from '../../../testing/shop/packing-desk.ts'
import { channelOrder, fakeConnect, laterVersion, orderLine } from '../../../testing/shop/orders.ts'
import { AppError } from '../../../errors.ts'
import { shipPackedOrder, shipPackedPart } from '../packing/packing.ts'

const { ctx, take, idOf, product, shown, pack } = packingDesk()

const START = 10
const at = fc.nat({ max: 1 })
/** What happens to an order, one after the other. */
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('in' as const), at }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('out' as const), at }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('restocked' as const, 'lost' as const), at }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('added' as const), at }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('told' as const, 'cancelled' as const), at }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('part' as const, 'ship' as const), at }) },
)
type Event = (typeof event)['generate'] extends (...all: never[]) => { value: infer E } ? E : never

interface Line {
  sku: string
  quantity: number
  sent: number
  restocked: number
  lost: number
  /** In the box. */
  boxed: number
}

/** Whether somebody was refused for a reason of the desk; anything else is a fault. */
async function isRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'packing_conflict') return true
    throw error
  }
}

/** An order with its channel and its box, as they lie on a table: told in whole numbers, without our code. */
class Table {
  cancelled = false
  version = 0
  readonly lines: readonly Line[]
  constructor(skus: readonly string[]) {
    this.lines = skus.map((sku, n) => ({ sku, quantity: n + 1, sent: 0, restocked: 0, lost: 0, boxed: 0 }))
  }

  /** Pieces of a line that are still to be sent. */
  left = ({ quantity, sent, restocked, lost }: Line) =>
    this.cancelled ? 0 : Math.max(0, quantity - sent - restocked - lost)
  isOpen = () => this.lines.some((line) => this.left(line) > 0)
  hasTooMany = () => this.lines.some((line) => line.boxed > this.left(line))
  /** What is for sale of a line's SKU: all but what the order asks for, has sent, or what was lost. */
  forSale = (line: Line) => START - line.sent - line.lost - this.left(line)

  /** As a channel names it, which may leave out a line of which nothing stands. */
  reportedLines = (names: boolean): ChannelOrderLine[] =>
    this.lines.flatMap(({ sku, quantity, sent, restocked, lost }, n) =>
      !names && restocked === quantity
        ? []
        : [orderLine({ externalId: `L${n}`, sku, quantity, sent, restocked, lost })],
    )
}

it('a walk through packing, refunds and parcels: the desk shows what lies in the box, nothing leaves that nobody asked for, and what is for sale adds up', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 16 }), fc.boolean(), async (events, names) => {
      const skus = [(await product(START)).sku, (await product(START)).sku]
      const table = new Table(skus)
      const first = channelOrder({ lines: table.reportedLines(true) })
      await take(first)
      const orderId = await idOf(first)
      for (const entry of events) {
        await play(entry, { table, first, orderId, names })
        const { is, should } = await bothSay(table, orderId)
        expect(is).toEqual(should)
        if (!table.isOpen()) break
      }
    }),
    { numRuns: 25 },
  )
})

interface Scene {
  table: Table
  first: ChannelOrder
  orderId: number
  names: boolean
}

async function play({ what, at }: Event, { table, first, orderId, names }: Scene): Promise<void> {
  const line = table.lines[at]
  if (!line) throw new Error('a line')
  const tell = () => {
    table.version += 1
    return take(laterVersion(first, { lines: table.reportedLines(names), cancelled: table.cancelled }, table.version))
  }
  if (what === 'in' || what === 'out') {
    const shownLine = (await shown(orderId)).lines.find(({ sku }) => sku === line.sku)
    const fits = what === 'in' ? line.boxed < table.left(line) : line.boxed > 0
    expect(fits && !shownLine).toBe(false)
    if (!shownLine) return
    const { status } = await pack(orderId, shownLine.id, what === 'in' ? 1 : -1)
    expect(status).toBe(fits ? 200 : 409)
    if (fits) line.boxed += what === 'in' ? 1 : -1
  } else if (what === 'part' || what === 'ship') {
    const whole = table.lines.every((packLine) => packLine.boxed === table.left(packLine))
    const some = table.lines.some(({ boxed }) => boxed > 0) && !table.hasTooMany()
    const connect = fakeConnect({ ship: async () => ({ ok: true, value: undefined }) })
    const ships = what === 'ship' ? shipPackedOrder : shipPackedPart
    const parcel = what === 'ship' ? { orderId } : { orderId, service: '', trackingNumber: '' }
    const refused = await isRefused(() => ships(ctx(), { service: '', trackingNumber: '', ...parcel }, connect))
    expect(refused).toBe(what === 'ship' ? !whole : !some || whole)
    if (!refused)
      for (const packLine of table.lines) Object.assign(packLine, { sent: packLine.sent + packLine.boxed, boxed: 0 })
  } else {
    if (what === 'restocked' || what === 'lost') line[what] += Math.min(1, table.left(line))
    if (what === 'added') line.quantity += 1
    if (what === 'cancelled') table.cancelled = true
    await tell()
  }
}

/** @returns what is for sale of each line's SKU, and what the desk shows of an open order; as it is, and as the table says */
async function bothSay(table: Table, orderId: number) {
  const atDesk = (await shown(orderId)).lines
  const levels = await ctx()
    .db.selectFrom('stockLevels')
    .select(['sku', 'available'])
    .where('organizationId', '=', ctx().organizationId)
    .execute()
  const is = table.lines.map(({ sku }) => {
    const line = atDesk.find((candidate) => candidate.sku === sku)
    return {
      forSale: levels.find((level) => level.sku === sku)?.available,
      ...(table.isOpen() && { packed: line?.packed ?? 0, quantity: line?.quantity ?? 0 }),
    }
  })
  const should = table.lines.map((line) => ({
    forSale: table.forSale(line),
    ...(table.isOpen() && { packed: line.boxed, quantity: table.left(line) }),
  }))
  return { is, should }
}
