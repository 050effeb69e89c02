import { type Part, type Sharing, isDivided, shownOf } from '../../stock/divide.ts'
import type { Step } from '../../stock/look.ts'
import { share } from '../../stock/share.ts'
import {
  SETTLED_SECONDS,
  type Standing,
  afterCancel,
  afterSale,
  ceilingOf,
  hiddenAfter,
  isUnsure,
  planOf,
  risenAfter,
} from '../../stock/spot.ts'
import type { Answer, Sale, SimulatedChannel } from './channel.ts'
import type { Chance, Time } from './time.ts'

/** `old`: absolute numbers without a look, as before decision 16. */
export type Rules = 'old' | Sharing

const LEASE_SECONDS = 15
const POLL_SECONDS = 30
const UNSEEN_SECONDS = 600
const TICK_SECONDS = 5
/** As in server/features/orders/intake/pull.ts. */
const OVERLAP_SECONDS = 300
const HINTED_OVERLAP_SECONDS = 20
const LOOK_AGAIN_SECONDS = 2

interface Place {
  channel: SimulatedChannel
  standing: Standing
  unseenSince: number
  hiddenSince: number
  pending: boolean
  /** The rest of its listing is to be told, too. */
  revising: boolean
  version: number
  claimedUntil: number
  dueAt: number
  attempts: number
  pullLeaseUntil: number
  pullDueAt: number
  /** How far its orders are read, and how far they were after the last look that read the whole overlap, which began then. */
  cursor: number
  wholeCursor: number
  checkedAt: number
  sold: number
}
interface Kept {
  version: number
  state: 'open' | 'cancelled'
  promised: number
  /** Pieces that were not there when it came. */
  shortfall: number
  /** Of these, what it still waits for. */
  missing: number
  quantity: number
}
/** A worker's next step waits for a call; a killed worker takes none. */
type Work<T = void> = Generator<(done: (answer: Answer<unknown>) => void) => void, T, Answer<unknown>>

function* ask<T>(channel: SimulatedChannel, work: () => Answer<T>): Work<Answer<T>> {
  return (yield (done) => channel.call(work, done)) as Answer<T>
}

/**
 * The server's half, on one SKU: ledger, intake, debts and sender, with its real rules and its order of steps. What one statement or transaction
 * does happens at once; between two steps anything else may happen, also `kill -9`.
 */
export class Core {
  available: number
  readonly movements: number[]
  readonly orders = new Map<string, Kept>()
  readonly places: Place[]
  private life = 0
  private readonly rules: Rules
  private readonly time: Time
  private readonly chance: Chance

  constructor(o: { rules: Rules; time: Time; chance: Chance; available: number; channels: SimulatedChannel[] }) {
    this.rules = o.rules
    this.time = o.time
    this.chance = o.chance
    this.available = o.available
    this.movements = [o.available]
    this.places = o.channels.map((channel) => ({
      channel,
      standing: {
        lastSet: 0,
        expected: 0,
        unseen: 0,
        trying: null,
        heard: 0,
        doubt: false,
        hidden: 0,
        back: 0,
        risen: 0,
      },
      unseenSince: 0,
      hiddenSince: 0,
      pending: true,
      revising: false,
      version: 1,
      claimedUntil: -1,
      dueAt: 0,
      attempts: 0,
      pullLeaseUntil: -1,
      pullDueAt: 0,
      cursor: 0,
      wholeCursor: 0,
      checkedAt: -1,
      sold: 0,
    }))
  }

  start(): void {
    const { life } = this
    const tick = () => {
      if (life !== this.life) return
      this.tick()
      this.time.after(TICK_SECONDS, tick)
    }
    tick()
  }
  /** `kill -9`: what runs stops between two steps; what is kept stays, and so do leases. */
  kill(): void {
    this.life += 1
    this.time.after(this.chance.between(1, 20), () => this.start())
  }

  /** A webhook. */
  called(place: Place | undefined): void {
    if (place) this.begin(this.pull(place, true))
  }
  /** Somebody edits the product: its title and picture, not its pieces. */
  revise(place: Place | undefined): void {
    if (!place) return
    place.revising = true
    this.oweOne(place)
  }
  /** Somebody counts. */
  count(available: number): void {
    this.move(available - this.available)
    this.owe()
  }
  /** Numbers are read back, as every night. */
  readBack(): void {
    for (const place of this.places) {
      place.standing.doubt = true
      this.owe()
    }
  }

  private move(delta: number): void {
    if (delta === 0) return
    this.movements.push(delta)
    this.available += delta
    if (delta > 0) this.promise()
  }
  /** What came goes to the oldest orders that lack pieces, as in server/features/orders/intake/promises.ts. */
  private promise(): void {
    for (const order of this.orders.values()) {
      if (order.state !== 'open' || order.missing === 0) continue
      const [grant = 0] = share(this.available, [order.missing])
      order.promised += grant
      order.missing -= grant
      this.move(-grant)
    }
  }
  private owe(): void {
    for (const place of this.places) this.oweOne(place)
  }
  private oweOne(place: Place): void {
    place.pending = true
    place.version += 1
    place.dueAt = this.time.now
    place.attempts = 0
    this.wake(place)
  }
  private wake(place: Place): void {
    const { life } = this
    this.time.after(0.01 + this.chance.next() * 0.05, () => life === this.life && this.begin(this.push(place)))
  }

  private begin(work: Work): void {
    const { life } = this
    const go = (answer: Answer<unknown> | undefined) => {
      if (life !== this.life) return
      const { done, value } = work.next(answer as Answer<unknown>)
      if (!done) value(go)
    }
    go(undefined)
  }

  private tick(): void {
    const { now } = this.time
    for (const place of this.places) {
      if (now >= place.pullDueAt) {
        place.pullDueAt = now + POLL_SECONDS
        this.begin(this.pull(place))
      }
      const { standing } = place
      if (
        standing.unseen > 0 &&
        now - place.unseenSince > UNSEEN_SECONDS &&
        place.checkedAt > place.unseenSince + SETTLED_SECONDS
      ) {
        place.standing = { ...standing, unseen: 0 }
        this.owe()
      }
      if (standing.hidden + standing.risen > 0 && place.checkedAt > place.hiddenSince + SETTLED_SECONDS) {
        place.standing = { ...place.standing, hidden: 0, risen: 0 }
        this.owe()
      }
      if (place.pending && place.dueAt <= now && place.claimedUntil <= now) this.begin(this.push(place))
    }
  }

  /** Reads the orders that changed of late, then takes them in, each in a transaction of its own. @param hinted the channel has just called */
  private *pull(place: Place, hinted = false): Work {
    const { time } = this
    if (place.pullLeaseUntil > time.now) return
    place.pullLeaseUntil = time.now + 30
    const { channel } = place
    const began = time.now
    const whole = !hinted || place.cursor - place.wholeCursor > OVERLAP_SECONDS
    const since = whole ? place.wholeCursor - OVERLAP_SECONDS : place.cursor - HINTED_OVERLAP_SECONDS
    const answer = yield* ask<Sale[]>(channel, () => channel.list(since))
    if (answer.ok) {
      let changed = false
      for (const sale of answer.value) {
        changed = this.takeIn(place, sale) || changed
        if (this.chance.happens(0.2)) yield (done) => time.after(0.01, () => done({ ok: true, value: null }))
      }
      place.cursor = Math.max(place.cursor, ...answer.value.map(({ changedAt }) => changedAt))
      if (whole) [place.wholeCursor, place.checkedAt] = [place.cursor, began]
      place.pullDueAt = time.now + (hinted && !changed ? LOOK_AGAIN_SECONDS : POLL_SECONDS)
    }
    place.pullLeaseUntil = -1
  }

  /** @returns whether it was new */
  private takeIn(place: Place, { id, quantity, state, version }: Sale): boolean {
    const order = this.orders.get(id)
    if (order && order.version >= version) return false
    const entry: Kept = order ?? { version, state, promised: 0, shortfall: 0, missing: 0, quantity }
    const before = order?.state
    this.orders.set(id, { ...entry, version, state })
    if (!before && state === 'open') {
      const [granted = 0] = share(this.available, [quantity])
      this.orders.set(id, {
        ...entry,
        version,
        state,
        promised: granted,
        shortfall: quantity - granted,
        missing: quantity - granted,
      })
      this.move(-granted)
      place.sold += quantity
      if (this.rules !== 'old') place.standing = afterSale(place.standing, quantity, place.channel.mode)
      this.owe()
    } else if (!before) {
      // It was sold and is there again, which we learn at once.
      place.standing = afterCancel(afterSale(place.standing, quantity, place.channel.mode), quantity)
      this.owe()
    } else if (before === 'open' && state === 'cancelled') {
      this.move(entry.promised)
      place.standing = afterCancel(place.standing, quantity)
      this.owe()
    }
    return true
  }

  partOf = (place: Place): Part => ({
    standing: place.standing.expected,
    unseen: place.standing.unseen,
    ceiling: ceilingOf(place.standing, place.channel.mode),
    risen: place.standing.risen,
    demand: place.sold,
    buffer: 0,
    mode: place.channel.mode,
  })
  unseen = () => this.places.reduce((sum, { standing }) => sum + standing.unseen, 0)

  /** Sends what one listing owes. */
  private *push(place: Place): Work {
    const { now } = this.time
    if (!place.pending || place.dueAt > now || place.claimedUntil > now) return
    const claim = now + LEASE_SECONDS
    place.claimedUntil = claim
    const { version } = place
    let ok = this.rules === 'old' ? yield* this.setBlindly(place) : yield* this.tell(place, this.rules)
    if (ok && place.revising) ok = yield* this.rewrite(place)
    if (place.claimedUntil !== claim) return
    place.claimedUntil = -1
    if (ok) {
      if (place.version === version) place.pending = place.revising = false
      else this.wake(place)
      return
    }
    place.attempts += 1
    if (place.version === version) place.dueAt = this.time.now + Math.min(120, 0.5 * 2 ** place.attempts)
  }

  /** Where the last writer wins a listing is written whole, with the number that was read just before. */
  private *rewrite({ channel }: Place): Work<boolean> {
    if (channel.mode === 'compare') return true
    const seen = yield* ask(channel, channel.read)
    return seen.ok && (yield* ask(channel, () => channel.set(seen.value, null))).ok
  }

  private *setBlindly({ channel }: Place): Work<boolean> {
    const target = this.available
    return (yield* ask(channel, () => channel.set(target, null))).ok
  }

  private *tell(place: Place, rules: Sharing): Work<boolean> {
    const first = yield* this.round(place, rules, false)
    return first === 'conflict' ? (yield* this.round(place, rules, true)) === 'done' : first === 'done'
  }

  /** As `round` of server/features/sync/sending/quantities.ts. */
  private *round(place: Place, rules: Sharing, look: boolean): Work<'done' | 'conflict' | 'silent'> {
    const { channel, standing: before } = place
    const divided = isDivided(rules, Math.max(0, this.available - this.unseen()))
    const available = this.shown(rules, place)
    let shown: number | null = null
    if (look || channel.mode === 'last' || isUnsure(before)) {
      const seen = yield* ask(channel, channel.read)
      if (!seen.ok) return 'silent'
      shown = seen.value
    }
    const step = planOf(before, available, shown)
    // From here to the call it is one transaction.
    const isNews = place.standing.heard !== before.heard
    if (divided && isNews) return 'done'
    if (shown !== null && !isNews) this.keepLook(place, step, shown, divided)
    const target = divided ? this.shown(rules, place) : (step.set ?? step.from ?? -1)
    if (target === step.from || (step.set === null && !divided)) return 'done'
    place.standing = { ...place.standing, trying: target }
    return yield* this.send(place, target, step.from, before.heard, divided)
  }

  private shown = (rules: Sharing, place: Place) =>
    shownOf(rules, this.available, this.places.map(this.partOf), this.places.indexOf(place))

  private keepLook(place: Place, step: Step, shown: number, divided: boolean): void {
    const { channel, standing } = place
    const hidden = hiddenAfter(standing, channel.mode, shown, step.unseen)
    if (step.unseen > standing.unseen) place.unseenSince = this.time.now
    const risen = divided ? risenAfter(standing, channel.mode, shown, step.unseen) : standing.risen
    if (hidden > standing.hidden || risen > standing.risen) place.hiddenSince = this.time.now
    const { unseen } = step
    place.standing = { ...standing, expected: shown, unseen, hidden, risen, back: 0, trying: null, doubt: false }
    if (unseen !== standing.unseen) this.begin(this.pull(place, true))
    const moved = ceilingOf(place.standing, channel.mode) !== ceilingOf(standing, channel.mode)
    if (unseen !== standing.unseen || (divided && moved)) this.owe()
  }

  private *send(
    place: Place,
    set: number,
    from: number | null,
    heard: number,
    divided: boolean,
  ): Work<'done' | 'conflict' | 'silent'> {
    const { channel } = place
    const ceiling = ceilingOf(place.standing, channel.mode)
    const answer = yield* ask(channel, () => channel.set(set, from))
    const after = place.standing
    if (!answer.ok && answer.why === 'silent') return 'silent'
    if (!answer.ok) {
      place.standing = { ...after, trying: null }
      return 'conflict'
    }
    const hidden = divided && channel.mode === 'last' ? (from ?? 0) : 0
    if (hidden > 0) place.hiddenSince = this.time.now
    place.standing = {
      ...after,
      trying: null,
      lastSet: set,
      expected: set,
      hidden: after.hidden + hidden,
      doubt: after.doubt && after.heard !== heard,
    }
    if (divided && ceilingOf(place.standing, channel.mode) < ceiling) this.owe()
    return 'done'
  }
}
