import type { Field } from '#contract/channels/describe.ts'
import { type Pricing, standardPricing } from '#contract/channels/pricing.ts'
import { type Decimal, decimal, inUnits, negative, plus, times } from '../../products/decimal.ts'
import type { Layers } from '../content/attributes.ts'

/** How far a listing has come with its pricing. */
export interface Pace {
  /** Times that its price fell, and when it did last. */
  reductions: number
  lastReduced: Date | null
  /** Times that its auction was listed again. */
  auctions: number
  /** From when on the days to the next reduction count. */
  since: Date | null
  /** Since when what stands there stands there; null: nothing does. */
  upSince: Date | null
}
export const atStart: Pace = { reductions: 0, lastReduced: null, auctions: 0, since: null, upSince: null }

/** `again`: an auction that is over is listed once more; `stop`: it is not. */
export type Act = 'reduce' | 'relist' | 'again' | 'stop'
export interface Step {
  act: Act
  at: Date
}

const DAY_MS = 86_400_000
const exact = (amount: number): Decimal => decimal(amount) ?? { digits: 0n, scale: 0 }

/** Hundredths. Percents have no bounds (LST-240), but a number that is more than this is nobody's price. */
export const MOST_ASKED = 1e12
const bounded = (price: number) => Math.max(-MOST_ASKED, Math.min(MOST_ASKED, price))

/** So many percent of a price, both in hundredths; computed exactly and rounded once. */
const percentOf = (price: number, percent: Decimal): number =>
  bounded(inUnits(times({ digits: BigInt(price), scale: 2 }, { ...percent, scale: percent.scale + 2 }), 2))

/** What the price never falls below: the base price, where there is one. */
export const floorOf = (price: number, c: Pricing): number => (c.price ? percentOf(price, exact(c.basePrice)) : price)

/** What a listing asks for a product's price after so many reductions. */
export function askedAfter(price: number, c: Pricing, reductions: number): number {
  const floor = floorOf(price, c)
  if (!c.reducePrice) return floor
  return Math.max(floor, percentOf(price, percentAfter(c, reductions)))
}

const percentAfter = ({ maxPrice, reduceBy }: Pricing, reductions: number): Decimal =>
  plus(exact(maxPrice), negative(times(exact(reduceBy), exact(reductions))))

/** What an auction begins at, and for what it ends at once; that is null where it would not be above the start. */
export function auctionPrices(price: number, c: Pricing): { start: number; buyItNow: number | null } {
  const start = percentOf(price, exact(c.startPrice))
  const buyItNow = percentOf(price, exact(c.buyItNowPrice))
  return { start, buyItNow: buyItNow > start ? buyItNow : null }
}

/** Whether a listing's price or its time follows from it. */
export const isPriced = (c: Pricing): boolean => c.price || c.reducePrice || c.listAuction || c.relist

/** Whether there is anything left to fall: percents say so for any price. */
function canFall(c: Pricing, reductions: number): boolean {
  const above = plus(percentAfter(c, reductions), negative(exact(c.price ? c.basePrice : 100)))
  return c.reducePrice && c.reduceBy > 0 && c.reduceEvery > 0 && above.digits > 0n
}

const later = (a: Date, b: Date | null): Date => (b && b > a ? b : a)
/** What takes longer than a hundred years never happens, and no calendar has it; nothing happens more often than once an hour. */
const after = (from: Date, days: number): Date =>
  new Date(from.getTime() + Math.max(1 / 24, Math.min(36_500, days)) * DAY_MS)

/** What happens to a live listing next; null: nothing does. An auction's price does not fall, and it ends by itself. */
export function nextStep(c: Pricing, pace: Pace): Step | null {
  const { upSince } = pace
  if (!upSince) return null
  if (c.listAuction)
    return { act: pace.auctions < c.relistAuction ? 'again' : 'stop', at: after(upSince, c.auctionLength) }
  const steps: Step[] = []
  if (canFall(c, pace.reductions))
    steps.push({ act: 'reduce', at: after(later(pace.since ?? upSince, pace.lastReduced), c.reduceEvery) })
  if (c.relist && c.relistEvery > 0) steps.push({ act: 'relist', at: after(upSince, c.relistEvery) })
  return steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null
}

const MINUTE_MS = 60_000
/** Before an auction's end it is looked whether it still runs: once in good time, and once more right before. */
const LOOKS_MS = [60 * MINUTE_MS, 2 * MINUTE_MS]
/** So old a look still says how a listing without an end stands there. */
const FRESH_MS = 5 * MINUTE_MS

/**
 * When it has to be looked next whether a listing is still on sale, before it is listed anew: what its seller ended by hand stays ended. Of an
 * auction that is over nobody can say any more who ended it. Null: what is known is enough.
 */
export function nextLook({ act, at }: Step, seenAt: Date | null, now: Date): Date | null {
  const before = (ms: number) => new Date(at.getTime() - ms)
  if (act === 'again') return LOOKS_MS.map(before).find((time) => !seenAt || seenAt < time) ?? null
  return act === 'relist' && !(seenAt && seenAt >= later(at, new Date(now.getTime() - FRESH_MS))) ? at : null
}
/** Whether an auction that is over ran to its end, as far as it was looked at. */
export const ranToItsEnd = ({ at }: Step, seenAt: Date | null): boolean =>
  seenAt !== null && seenAt.getTime() >= at.getTime() - Math.max(...LOOKS_MS)

/** How far it is once that was done. Days count from when it really was: what was late never falls twice in a row. */
export function afterStep(pace: Pace, act: Act, now: Date): Pace {
  if (act === 'reduce') return { ...pace, reductions: pace.reductions + 1, lastReduced: now }
  if (act === 'stop') return { ...pace, upSince: null }
  return { ...pace, auctions: pace.auctions + (act === 'again' ? 1 : 0), upSince: now }
}

export interface Planned extends Step {
  price: number
}
/** The next steps of a listing, each at its time, with what is asked from then on. */
export function planOf(price: number, c: Pricing, pace: Pace, most: number): Planned[] {
  const planned: Planned[] = []
  for (let at = pace; planned.length < most; ) {
    const step = nextStep(c, at)
    if (!step) break
    at = afterStep(at, step.act, step.at)
    planned.push({ ...step, price: askedNow(price, c, at) })
  }
  return planned
}

/** What buyers are asked now: of an auction, what it begins at. */
export const askedNow = (price: number, c: Pricing, pace: Pick<Pace, 'reductions'>): number =>
  c.listAuction ? auctionPrices(price, c).start : askedAfter(price, c, pace.reductions)

/** Why what becomes of these prices cannot be asked; undefined where it can. What has no price of its own is not spoken of. */
export function unaskable(prices: readonly number[], c: Pricing, pace: Pick<Pace, 'reductions'>): string | undefined {
  const priced = prices.filter((price) => price > 0)
  const current = priced.map((price) => askedNow(price, c, pace))
  const atOnce = c.listAuction ? priced.map((price) => auctionPrices(price, c).buyItNow ?? 0) : []
  if (current.some((price) => price <= 0))
    return 'These settings result in a price of 0 or less. Raise the percentages.'
  return [...current, ...atOnce].some((price) => price >= MOST_ASKED)
    ? 'These settings result in a price above the maximum. Lower the percentages.'
    : undefined
}

/** Why a price that should fall never does, '' where it does. */
export function neverFalls(c: Pricing): string {
  if (!c.reducePrice || c.listAuction || canFall(c, 0)) return ''
  if (!(c.reduceBy > 0)) return 'The price never drops because Reduce By is 0.'
  if (!(c.reduceEvery > 0)) return 'The price never drops because Reduce Every is 0 days.'
  return c.price
    ? 'The price never drops because Max Price isn’t above Base Price.'
    : 'The price never drops. Raise Max Price above 100% or turn on Base Price.'
}

/** Percents above this are mostly slips: a tenfold price is rarely meant. */
const LIKELY_PERCENT = 1000

/** What is more of the product's price than anybody is likely to mean, '' where nothing is. It is told, and done all the same (LST-240). */
export function unlikely(c: Pricing): string {
  const percents: [on: boolean, label: string, percent: number][] = [
    [c.price, 'Base Price', c.basePrice],
    [c.reducePrice, 'Max Price', c.maxPrice],
    [c.listAuction, 'Start Price', c.startPrice],
    [c.listAuction, 'Buy It Now Price', c.buyItNowPrice],
  ]
  const [, label, percent] = percents.find(([on, , each]) => on && each > LIKELY_PERCENT) ?? []
  if (percent === undefined) return ''
  const formatted = (n: number) => n.toLocaleString('en-US', { maximumFractionDigits: 2 })
  return `${label} is ${formatted(percent)}%, which is ${formatted(percent / 100)} times the product’s price. Is that right?`
}

/** The pricing of a listing, from its schema and what it says of its own; null where its channel has none, or all is off. */
export function pricingOf(described: readonly Field[], layers: Layers): Pricing | null {
  const field = described.find(({ kind }) => kind === 'pricing')
  if (!field) return null
  const raw = layers.overrides[field.name] ?? layers.schema?.fields[field.name]
  const pricing: Pricing = { ...standardPricing, ...(raw as Partial<Pricing> | undefined) }
  return isPriced(pricing) ? pricing : null
}
