import type { Channel } from '../figures/order-channel.ts'
import type { Asked } from '../figures/range.ts'

const money = ['amount', 'fees', 'tax', 'discount', 'refunded'] as const
type Money = (typeof money)[number]
/** What is read besides which orders there are. */
export type Part = Money | 'quantity' | 'age'

export interface Sums extends Record<Money, number> {
  day: string
  channel: Channel
  orders: number
  quantity: number
}
/** How often each value came. */
export type Tally = Iterable<[value: number, times: number]>
export interface HeldOrders {
  /** By day and channel; what was not read is 0. */
  sums: Sums[]
  /** Of the orders' amounts, and of the lines' ages in tenths of days; empty unless medians are told, for which ages are read. */
  amounts: Tally
  ages: Tally
}

type Columns = Record<'channel' | 'line_count' | 'product' | Part, Buffer>
export interface Day extends Columns {
  day: string
  orders: number
  lines: number
  channels: Channel[]
}

type Numbers = Int32Array | Float64Array

/** Room for a column of one day after another. */
class Column {
  private room = new Int32Array(0)

  /** @param bytes numbers one after another, the highest byte first, all as long as the longest of the day */
  read(bytes: Buffer, count: number): Numbers {
    const width = count && bytes.length / count
    if (width === 8) return Float64Array.from({ length: count }, (_, at) => bytes.readDoubleBE(at * width))
    if (this.room.length < count) this.room = new Int32Array(count)
    const { room } = this
    // By hand: figures of many products spend most of their time here.
    const byte = (at: number) => bytes[at] ?? 0
    for (let at = 0, from = 0; at < count; at += 1, from += width)
      if (width === 1) room[at] = (byte(from) << 24) >> 24
      else if (width === 2) room[at] = ((byte(from) << 24) >> 16) | byte(from + 1)
      else room[at] = (byte(from) << 24) | (byte(from + 1) << 16) | (byte(from + 2) << 8) | byte(from + 3)
    return room
  }
}

/** Small numbers are counted in a table, and most are small. */
class Times implements Tally {
  private readonly small = new Int32Array(1 << 16)
  private readonly others = new Map<number, number>()

  add(value: number): void {
    const { small, others } = this
    if (value >= 0 && value < small.length) small[value] = (small[value] ?? 0) + 1
    else others.set(value, (others.get(value) ?? 0) + 1)
  }
  *[Symbol.iterator](): Generator<[number, number]> {
    for (const [value, times] of this.small.entries()) if (times > 0) yield [value, times]
    yield* this.others
  }
}

/** Adds up the orders of days, one column after another. */
export class Held implements HeldOrders {
  readonly sums: Sums[] = []
  readonly amounts = new Times()
  readonly ages = new Times()

  /** 1 at each product, from the first on: their numbers lie close together. */
  private readonly isWanted: Uint8Array
  private readonly first: number
  private readonly channels: ReadonlySet<string> | undefined
  private readonly parts: readonly Part[]
  /** Their tallies are dear; who sums amounts alone needs none. */
  private readonly tellsMedians: boolean
  private readonly columns = { channel: new Column(), end: new Column(), product: new Column(), part: new Column() }

  constructor({ productIds = [], channels }: Asked, parts: readonly Part[]) {
    let [first, last] = [Infinity, -1]
    for (const id of productIds) [first, last] = [Math.min(first, id), Math.max(last, id)]
    this.first = first
    this.isWanted = new Uint8Array(Math.max(0, last - first + 1))
    for (const id of productIds) this.isWanted[id - first] = 1
    this.channels = channels?.length ? new Set(channels) : undefined
    this.parts = parts
    this.tellsMedians = parts.includes('age')
  }

  add(day: Day): void {
    const { channels, orders, lines } = day
    const entry = this.find(day)
    const sums = channels.map((channel, at) => {
      const [money, orders] = [{ amount: 0, fees: 0, tax: 0, discount: 0, refunded: 0 }, entry.counts[at] ?? 0]
      return { day: day.day, channel, orders, quantity: 0, ...money }
    })
    for (const part of this.parts) {
      const all = new Float64Array(channels.length)
      const isOfLines = part === 'quantity' || part === 'age'
      const of = this.columns.part.read(day[part], isOfLines ? lines : orders)
      if (isOfLines) this.addLines(entry, part, of, all)
      else this.addOrders(entry, part, of, all)
      if (part !== 'age') for (const [at, sum] of sums.entries()) sum[part] = all[at] ?? 0
    }
    this.sums.push(...sums.filter((sum) => sum.orders > 0))
  }

  /** Finds what is asked for among a day's lines. */
  private find({ channels, orders, lines, ...day }: Day): Found {
    const { isWanted, first, columns } = this
    const channel = columns.channel.read(day.channel, orders)
    const end = columns.end.read(day.line_count, orders)
    const product = columns.product.read(day.product, lines)
    const isOf = Uint8Array.from(channels, (name) => (this.channels?.has(name) === false ? 0 : 1))
    const counts = new Int32Array(channels.length)
    const isHeld = new Uint8Array(orders)
    const isLine = new Uint8Array(lines)
    for (let order = 0, line = 0; order < orders; order += 1) {
      const from = channel[order] ?? 0
      const last = line + (end[order] ?? 0)
      end[order] = last
      let is = 0
      for (; line < last; line += 1) {
        const at = (product[line] ?? 0) - first
        if (at < 0 || at >= isWanted.length || isWanted[at] === 0) continue
        is = 1
        isLine[line] = 1
      }
      if (is === 0 || isOf[from] === 0) continue
      isHeld[order] = 1
      counts[from] = (counts[from] ?? 0) + 1
    }
    return { orders, channel, end, isHeld, isLine, counts }
  }

  private addOrders({ orders, channel, isHeld }: Found, part: Part, of: Numbers, all: Float64Array): void {
    const tally = part === 'amount' && this.tellsMedians ? this.amounts : undefined
    for (let order = 0; order < orders; order += 1) {
      if (isHeld[order] === 0) continue
      const value = of[order] ?? 0
      const at = channel[order] ?? 0
      all[at] = (all[at] ?? 0) + value
      tally?.add(value)
    }
  }

  private addLines({ orders, channel, end, isHeld, isLine }: Found, part: Part, of: Numbers, all: Float64Array): void {
    for (let order = 0, line = 0; order < orders; order += 1) {
      const last = end[order] ?? 0
      const at = channel[order] ?? 0
      if (isHeld[order] === 1)
        for (; line < last; line += 1) {
          const value = of[line] ?? 0
          if (isLine[line] === 0) continue
          if (part === 'quantity') all[at] = (all[at] ?? 0) + value
          else if (value >= 0) this.ages.add(value)
        }
      line = last
    }
  }
}

/** A day's orders, and which of them and of their lines are asked for. */
interface Found {
  orders: number
  channel: Numbers
  /** The place after the last line of each. */
  end: Numbers
  isHeld: Uint8Array
  isLine: Uint8Array
  /** Orders, by channel. */
  counts: Int32Array
}

/** The middle of all values, between the two in the middle where they are even; null of none. */
export function medianOf(tally: Tally): number | null {
  const values = [...tally].toSorted(([a], [b]) => a - b)
  const total = values.reduce((sum, [, times]) => sum + times, 0)
  const at = (place: number) => {
    let before = 0
    for (const [value, times] of values) {
      before += times
      if (before > place) return value
    }
    return 0
  }
  return total === 0 ? null : (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2
}
