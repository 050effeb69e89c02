import type { Pricing } from '#contract/channels/pricing.ts'
import { type Act, type Planned, askedAfter, atStart, auctionPrices, floorOf, planOf } from './pricing.ts'

const days = (n: number) => (n === 1 ? '1 day' : `${n} days`)

/** What a step does, in words: of a falling price, the price that follows. @param price as it is shown */
export function stepWords(act: Act, price: string): string {
  if (act === 'reduce') return price
  if (act === 'relist') return `relisted at ${price}`
  return act === 'again' ? `auction restarts at ${price}` : 'auction ends'
}

const EXAMPLE = 100_00
const EXAMPLE_STEPS = 4
const DAY_MS = 86_400_000

/** What a pricing makes of a product that costs 100.00, line by line (LST-237). @param money shows hundredths */
export function exampleOf(c: Pricing, money: (hundredths: number) => string): string[] {
  const begin = new Date(0)
  const pace = { ...atStart, since: begin, upSince: begin }
  const steps = planOf(EXAMPLE, c, pace, EXAMPLE_STEPS + 1)
  const line = ({ act, at, price }: Planned) =>
    `After ${days(Math.round((at.getTime() / DAY_MS) * 100) / 100)}: ${stepWords(act, money(price))}`
  const shown = steps.slice(0, EXAMPLE_STEPS).map(line)
  return [firstWords(c, money), ...shown, ...(steps.length > EXAMPLE_STEPS ? ['and so on'] : [])]
}

function firstWords(c: Pricing, money: (hundredths: number) => string): string {
  if (c.listAuction) {
    const { start, buyItNow } = auctionPrices(EXAMPLE, c)
    return `An auction of ${days(c.auctionLength)} from ${money(start)}${buyItNow === null ? '' : `, or ${money(buyItNow)} at once`}`
  }
  const floor = c.reducePrice ? `, falling to ${money(floorOf(EXAMPLE, c))} at the lowest` : ''
  return `Listed at ${money(askedAfter(EXAMPLE, c, 0))}${floor}`
}
