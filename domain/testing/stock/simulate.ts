import { isDivided } from '../../stock/divide.ts'
import { type WriteMode, ceilingOf } from '../../stock/spot.ts'
import { SimulatedChannel } from './channel.ts'
import { Core, type Rules } from './core.ts'
import { type Chance, Time, chanceOf } from './time.ts'

/** Seconds in which things happen, and after which the last fault is over and everything must have come to rest. */
const BUSY_SECONDS = 900
const REST_SECONDS = 5400
/** Every sale is heard of by then; long before what nobody hears of is taken for a change by hand. */
const HEARD_SECONDS = 200

export interface Scenario {
  seed: number
  rules: Rules
  /** The channels' ways to take a number, one each; as many as there are channels. */
  modes: readonly WriteMode[]
  /** Also counts and edits by hand, which take away or add pieces that no rule can know of. */
  byHand: boolean
  /** Also edits of the product, which where the last writer wins write the number that they just read. A sale in between is hidden by it. */
  revises?: boolean
}
export interface Outcome {
  sold: number
  /** Pieces sold that were not there. */
  oversold: number
  /** Pieces that looks took for sold although nobody bought them: no channel shows them until they are forgotten. */
  imagined: number
  /** What does not hold, in words. */
  wrong: string[]
}

/** One random interleaving of sales, cancellations, refunds, faults and, where asked for, changes by hand, until nothing moves any more. */
export function simulate({ seed, rules, modes, byHand, revises = false }: Scenario): Outcome {
  const chance = chanceOf(seed)
  const time = new Time()
  const pieces = chance.between(1, 20)
  const mood = {
    orderLag: chance.pick([1, 5, 60]) ?? 1,
    webhookLag: chance.pick([1, 10, 90]) ?? 1,
    lost: chance.pick([0, 0.3, 1]) ?? 0,
    doubled: 0.3,
    failing: chance.pick([0, 0.1, 0.4]) ?? 0,
  }
  const channels: SimulatedChannel[] = modes.map(
    (mode, i) =>
      new SimulatedChannel({
        name: `channel${i + 1}`,
        mode,
        time,
        chance,
        mood,
        calls: () => core.called(core.places[i]),
      }),
  )
  const core = new Core({ rules, time, chance, available: pieces, channels })
  core.start()
  plan({ chance, time, core, channels, byHand, revises })
  const wrong = new Set<string>()
  let oversold = 0
  const watch = () => {
    // What was promised to buyers and is not there. A count says itself what is there, so then the orders must tell.
    if (!byHand) oversold = Math.max(oversold, promisedBy(channels) - pieces)
    if (rules !== 'old' && !byHand && !revises) for (const fault of brokenNow(core, channels, rules)) wrong.add(fault)
  }
  time.runUntil(BUSY_SECONDS, watch)
  mood.failing = 0
  for (const channel of channels) channel.silentUntil = -1
  core.readBack()
  time.runUntil(BUSY_SECONDS + HEARD_SECONDS, watch)
  const imagined = rules !== 'old' && !byHand ? core.unseen() : 0
  time.runUntil(BUSY_SECONDS + REST_SECONDS, watch)
  for (const fault of broken(core, channels, rules)) wrong.add(fault)
  const short = [...core.orders.values()].reduce((sum, { shortfall }) => sum + shortfall, 0)
  return {
    sold: channels.flatMap(({ sales }) => sales).reduce((sum, { quantity }) => sum + quantity, 0),
    oversold: byHand ? short : oversold,
    imagined,
    wrong: [...wrong],
  }
}

interface Plan extends Required<Pick<Scenario, 'byHand' | 'revises'>> {
  chance: Chance
  time: Time
  core: Core
  channels: readonly SimulatedChannel[]
}

/** What happens, and when. */
function plan({ chance, time, core, channels, byHand, revises }: Plan): void {
  const events = chance.between(10, 40)
  const any = () => chance.pick(channels) as SimulatedChannel
  // Some seeds are bursts, in which much happens before anything is heard.
  const spread = chance.pick([30, 200, BUSY_SECONDS]) ?? BUSY_SECONDS
  const acts: (() => void)[] = [
    ...Array.from({ length: 6 }, () => () => any().buy(chance.between(1, 3))),
    () => any().cancel(chance.happens(0.5)),
    () => any().refund(),
    () => core.kill(),
    () => void (any().silentUntil = time.now + chance.between(5, 120)),
    ...(byHand
      ? [() => core.count(chance.between(0, 20)), () => void (any().shown = chance.between(0, 20))]
      : [() => any().buy(1)]),
    ...(revises ? Array.from({ length: 3 }, () => () => core.revise(chance.pick(core.places))) : []),
  ]
  for (let i = 0; i < events; i += 1) time.after(chance.next() * spread, () => chance.pick(acts)?.())
}

const promisedBy = (channels: readonly SimulatedChannel[]) =>
  channels
    .flatMap(({ sales }) => sales)
    .reduce((sum, { quantity, state }) => sum + (state === 'open' ? quantity : 0), 0)

const unheardOf = (core: Core, channel: SimulatedChannel) =>
  channel.sales
    .filter(({ id, state }) => state === 'open' && !core.orders.has(id))
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** What must hold at every moment where pieces are divided. */
function brokenNow(core: Core, channels: readonly SimulatedChannel[], rules: Exclude<Rules, 'old'>): string[] {
  if (rules.mode !== 'guaranteed' || !isDivided(rules, 0)) return []
  const there = channels.map((channel) => channel.shown + unheardOf(core, channel))
  const total = there.reduce((sum, n) => sum + n, 0)
  // Cancelled, and not heard of yet: these pieces are there again.
  const back = channels.flatMap(({ sales }) =>
    sales.map(({ id, state }) => {
      const order = core.orders.get(id)
      return state === 'cancelled' && order?.state === 'open' ? order.promised : 0
    }),
  )
  const available = back.reduce((sum, n) => sum + n, core.available)
  return total > available ? [`${total} pieces were on sale or just sold, ${available} available`] : []
}

/** What must hold in the end. */
function broken(core: Core, channels: readonly SimulatedChannel[], rules: Rules): string[] {
  const wrong: string[] = []
  const sales = channels.flatMap((channel) => channel.sales)
  if (core.orders.size !== sales.length) wrong.push(`${sales.length} sales are ${core.orders.size} orders`)
  const level = core.movements.reduce((sum, n) => sum + n, 0)
  if (level !== core.available) wrong.push(`the level is ${core.available}, the ledger sums to ${level}`)
  if (core.available < 0) wrong.push('the level is below zero')
  if (rules === 'old') return wrong
  const left = core.available - core.unseen()
  for (const { channel, standing } of core.places) {
    if (channel.shown !== standing.expected)
      wrong.push(`${channel.name} shows ${channel.shown}, we know of ${standing.expected}`)
    if (standing.unseen + standing.hidden + standing.back > 0) wrong.push(`${channel.name} still hides pieces`)
    if (rules.mode === 'shared' && channel.shown !== left)
      wrong.push(`${channel.name} shows ${channel.shown}, not ${left}`)
  }
  const total = channels.reduce((sum, { shown }) => sum + shown, 0)
  if (isDivided(rules, left)) {
    if (total > core.available) wrong.push(`${total} are shown, ${core.available} are available`)
    const free = core.available - core.places.reduce((sum, p) => sum + ceilingOf(p.standing, p.channel.mode), 0)
    if (free > 0 && channels.some(({ shown }) => shown === 0))
      wrong.push(`${free} are shown nowhere, though a channel shows none`)
  }
  return wrong
}
