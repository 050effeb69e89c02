import { expect } from 'vitest'
import type { ChannelOrder } from '#channels/channel.ts'
import { returnPieces } from '#contract/orders/returns.ts'
import { levelsOf, setAvailable } from '../../features/stock/service.ts'
import { dice } from '../dice.ts'
import { ledgerDiffers } from './ledger-agrees.ts'
import type { ordersDesk } from './orders-desk.ts'
import { channelOrder, laterVersion, orderLine } from './orders.ts'

type Desk = ReturnType<typeof ordersDesk>
const STEPS = 9

/** A shelf and the two orders that want its units, counted by hand: the order that things happen to, and a later one that waits for what comes free. */
export class Shelf {
  onHand: number
  sold = 0
  /** Of the order: units that are reserved, that are missing, that left, and of those the ones that nobody had counted. */
  reserved = 0
  missing = 0
  left = 0
  uncounted = 0
  /** What its channel says. */
  line = { quantity: 0, sent: 0, lost: 0, restocked: 0, returned: 0 }
  cancelled = false
  /** Units that somebody or the channel said came back. */
  recorded = 0
  /** Of the order that waits. */
  other = { reserved: 0, missing: 0 }

  constructor(onHand: number) {
    this.onHand = onHand
  }
  get available() {
    return this.onHand - this.reserved - this.other.reserved
  }
  get open() {
    const { quantity, sent, lost, restocked } = this.line
    return this.cancelled ? 0 : quantity - sent - lost - restocked
  }

  add(units: number) {
    const reserved = Math.min(units, this.available)
    this.line.quantity += units
    this.reserved += reserved
    this.missing += units - reserved
    this.sold += units
  }
  ship(units: number) {
    this.line.sent += units
    this.leave(Math.min(this.reserved, units), units)
  }
  /** Nobody misses a unit that was never there. */
  lose(units: number) {
    this.line.lost += units
    this.leave(units - Math.min(this.missing, units), units)
  }
  restock(units: number) {
    if (units === this.open) this.decideAnew()
    this.line.restocked += units
    this.free(units)
  }
  cancel() {
    this.restock(this.open)
    this.cancelled = true
  }
  /** Where nothing was shipped in the end, the lost units are the reserved ones: nothing may be sold that may not be there. */
  private decideAnew() {
    if (this.line.sent > 0) return
    const there = Math.min(this.reserved, this.uncounted)
    this.onHand -= there
    this.reserved -= there
    this.missing += there
    this.uncounted -= there
  }
  /** A parcel that its channel removed: its units are to be shipped again. */
  unship(units: number) {
    const uncounted = Math.min(this.uncounted, units)
    this.line.sent -= units
    this.left -= units
    this.uncounted -= uncounted
    this.missing += uncounted
    this.reserved += units - uncounted
    this.onHand += units - uncounted
  }
  /** As its channel says: what was recorded here before is the same. */
  giveBack(units: number) {
    this.line.returned += units
    this.shelve(Math.max(0, this.line.returned - this.recorded))
  }
  record(units: number, restocked: boolean) {
    this.recorded += units
    if (!restocked) return
    this.onHand += units
    this.fill()
  }
  count(available: number) {
    this.onHand += available - this.available
  }
  wait(units: number) {
    const reserved = Math.min(units, this.available)
    this.other.reserved += reserved
    this.other.missing += units - reserved
    this.sold += units
  }

  private shelve(units: number) {
    if (units > 0) this.record(units, true)
  }
  private leave(there: number, units: number) {
    this.reserved -= there
    this.onHand -= there
    this.missing -= units - there
    this.uncounted += units - there
    this.left += units
  }
  private free(units: number) {
    const released = units - Math.min(this.missing, units)
    this.missing -= units - released
    this.reserved -= released
    this.sold -= units
    if (released > 0) this.fill()
  }
  /** What is free goes to who is short of it, the oldest first. */
  private fill() {
    const own = Math.min(this.missing, this.available)
    this.reserved += own
    this.missing -= own
    const others = Math.min(this.other.missing, this.available)
    this.other.reserved += others
    this.other.missing -= others
  }
}

/** What happens next, of what can. */
function next(shelf: Shelf, roll: (most: number) => number): string {
  const back = shelf.line.sent - shelf.recorded
  const shipped = shelf.line.sent - shelf.line.returned
  const isBegun = shelf.recorded > 0 || shelf.line.returned > 0
  const events = [
    ['repeat', true],
    ['count', true],
    ['add', !shelf.cancelled],
    ['ship', shelf.open > 0],
    ['ship', shelf.open > 0],
    ['lose', shelf.open > 0],
    ['restock', shelf.open > 0],
    ['unship', !shelf.cancelled && shelf.line.sent > 0 && !isBegun],
    ['cancel', !shelf.cancelled && shelf.line.sent + shelf.open > 0 && roll(3) === 0],
    ['giveBack', shipped > 0],
    ['recordShelved', back > 0],
    ['recordBroken', back > 0],
  ] as const
  const possible = events.flatMap(([name, can]) => (can ? [name] : []))
  return possible[roll(possible.length)] ?? 'repeat'
}

/** Plays what may happen to an order, and compares the ledger with the shelf after each step. @throws with the seed and the steps until then */
export async function playHistory(desk: Desk, seed: number): Promise<void> {
  const roll = dice(seed * 7919)
  for (let n = 0; n < 5; n += 1) roll(2)
  const start = roll(7)
  const { id, sku } = await desk.product(start)
  const shelf = new Shelf(start)
  shelf.add(1 + roll(4))
  const current = () => ({ cancelled: shelf.cancelled, lines: [orderLine({ externalId: 'L1', sku, ...shelf.line })] })
  let version: ChannelOrder = channelOrder(current())
  await desk.take(version)
  const steps = [`begin ${start}, ${shelf.line.quantity} ordered`]
  if (roll(2) === 0) {
    const units = 1 + roll(3)
    shelf.wait(units)
    await desk.take(
      channelOrder({
        orderDate: new Date(version.orderDate.getTime() + 60_000),
        lines: [orderLine({ sku, quantity: units })],
      }),
    )
    steps.push(`${units} wait`)
  }
  for (let step = 0; step < STEPS; step += 1) {
    const what = next(shelf, roll)
    const units = 1 + roll(2)
    steps.push(`${what} ${units}`)
    const before = JSON.stringify(shelf.line) + String(shelf.cancelled)
    await happen(desk, { shelf, what, units, key: `${seed}.${step}`, productId: id, version, roll })
    if (JSON.stringify(shelf.line) + String(shelf.cancelled) !== before) {
      version = laterVersion(version, current())
      await desk.take(version)
    }
    const [level] = await levelsOf(desk.ctx(), [id])
    const is = level && [level.onHand, level.reserved, level.available, level.sold]
    const should = [shelf.onHand, shelf.reserved + shelf.other.reserved, shelf.available, shelf.sold]
    expect(is, `seed ${seed}: ${steps.join('; ')}: on hand, reserved, available, sold`).toEqual(should)
  }
  expect(await ledgerDiffers(desk.ctx(), id, start), `seed ${seed}: ${steps.join('; ')}`).toEqual({})
}

interface Happening {
  shelf: Shelf
  what: string
  units: number
  key: string
  productId: number
  version: ChannelOrder
  roll: (most: number) => number
}

async function happen(desk: Desk, o: Happening): Promise<void> {
  const { shelf, what, units } = o
  const some = Math.min(units, shelf.open)
  if (what === 'add') shelf.add(units)
  else if (what === 'ship') shelf.ship(some)
  else if (what === 'lose') shelf.lose(some)
  else if (what === 'restock') shelf.restock(some)
  else if (what === 'cancel') shelf.cancel()
  else if (what === 'unship') shelf.unship(Math.min(units, shelf.line.sent))
  else if (what === 'giveBack') shelf.giveBack(Math.min(units, shelf.line.sent - shelf.line.returned))
  else if (what === 'count') await countShelf(desk, o)
  else if (what.startsWith('record')) await recordReturn(desk, o)
  else await desk.take(o.version)
}

async function countShelf(desk: Desk, { shelf, key, productId, roll }: Happening): Promise<void> {
  const available = roll(6)
  const [level] = await levelsOf(desk.ctx(), [productId])
  shelf.count(available)
  await setAvailable(desk.ctx(), [{ levelId: level?.id ?? 0, available }], {
    reason: 'count',
    source: 'test',
    sourceKey: `count ${key}`,
  })
}

async function recordReturn(desk: Desk, { shelf, what, units, version }: Happening): Promise<void> {
  const quantity = Math.min(units, shelf.line.sent - shelf.recorded)
  const restock = what === 'recordShelved'
  const order = await desk.read(version)
  const lines = [{ itemId: order?.items[0]?.id ?? 0, quantity, restock }]
  const body = { orderId: order?.id ?? 0, returnedBefore: shelf.recorded, lines }
  expect((await desk.app().call(returnPieces, { body, as: desk.as() })).status).toBe(200)
  shelf.record(quantity, restock)
}
