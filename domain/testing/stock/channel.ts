import type { WriteMode } from '../../stock/spot.ts'
import type { Chance, Time } from './time.ts'

export interface Sale {
  id: string
  quantity: number
  state: 'open' | 'cancelled'
  version: number
  /** The version that its order list shows; 0 while the sale cannot be seen. */
  visible: number
  visibleState: 'open' | 'cancelled'
  /** When what its order list shows came about. */
  changedAt: number
}

/** What a call came to: an answer, nothing, or a refusal because another number stands there. */
export type Answer<T> = { ok: true; value: T } | { ok: false; why: 'silent' | 'conflict' }

/** How late and moody it is. Seconds, and shares of one. */
export interface Mood {
  orderLag: number
  webhookLag: number
  lost: number
  doubled: number
  /** Calls that fail; half of them after they were carried out. */
  failing: number
}

/** A channel in memory, on one SKU: its number falls at once when it sells, its orders and calls come later. */
export class SimulatedChannel {
  shown = 0
  readonly sales: Sale[] = []
  silentUntil = -1
  readonly name: string
  readonly mode: WriteMode
  private readonly time: Time
  private readonly chance: Chance
  private readonly mood: Mood
  private readonly calls: () => void

  constructor(o: { name: string; mode: WriteMode; time: Time; chance: Chance; mood: Mood; calls: () => void }) {
    this.name = o.name
    this.mode = o.mode
    this.time = o.time
    this.chance = o.chance
    this.mood = o.mood
    this.calls = o.calls
  }

  /** A buyer takes what is shown, or goes. */
  buy(quantity: number): void {
    if (this.shown < quantity) return
    this.shown -= quantity
    const id = `${this.name}-${this.sales.length + 1}`
    const sale: Sale = { id, quantity, state: 'open', version: 1, visible: 0, visibleState: 'open', changedAt: 0 }
    this.sales.push(sale)
    this.tell(sale)
  }

  /** @param restocks whether the channel puts the pieces back on sale by itself */
  cancel(restocks: boolean): void {
    const sale = this.chance.pick(this.sales.filter(({ state }) => state === 'open'))
    if (!sale) return
    sale.state = 'cancelled'
    sale.version += 1
    if (restocks) this.shown += sale.quantity
    this.tell(sale)
  }

  /** Money only: a new version of the order that means nothing for stock. */
  refund(): void {
    const sale = this.chance.pick(this.sales)
    if (!sale) return
    sale.version += 1
    this.tell(sale)
  }

  private tell(sale: Sale): void {
    const { version, state } = sale
    const changedAt = this.time.now
    this.time.after(this.chance.next() * this.mood.orderLag, () => {
      if (sale.visible >= version) return
      sale.visible = version
      sale.visibleState = state
      sale.changedAt = changedAt
    })
    if (this.chance.happens(this.mood.lost)) return
    const times = this.chance.happens(this.mood.doubled) ? 2 : 1
    for (let i = 0; i < times; i += 1) this.time.after(this.chance.next() * this.mood.webhookLag, this.calls)
  }

  /** A request on its way: carried out when it arrives, even if nobody waits for the answer any more. */
  call<T>(work: () => Answer<T>, answered: (answer: Answer<T>) => void): void {
    const { chance, time } = this
    const fails = chance.happens(this.mood.failing)
    const late = fails && chance.happens(0.5)
    time.after(0.02 + chance.next() * 0.3, () => {
      const silent = time.now < this.silentUntil || (fails && !late)
      const answer: Answer<T> = silent ? { ok: false, why: 'silent' } : work()
      time.after(0.02 + chance.next() * 0.3, () => answered(late ? { ok: false, why: 'silent' } : answer))
    })
  }

  read = (): Answer<number> => ({ ok: true, value: this.shown })

  set(quantity: number, from: number | null): Answer<null> {
    if (this.mode === 'compare' && from !== null && this.shown !== from) return { ok: false, why: 'conflict' }
    this.shown = quantity
    return { ok: true, value: null }
  }

  /** What its order list tells now of what changed since. */
  list = (since: number): Answer<Sale[]> => ({
    ok: true,
    value: this.sales.flatMap((sale) =>
      sale.visible > 0 && sale.changedAt >= since ? [{ ...sale, version: sale.visible, state: sale.visibleState }] : [],
    ),
  })
}
