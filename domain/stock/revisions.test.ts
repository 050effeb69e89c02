import { describe, expect, it } from 'vitest'
import { type Change, type Turns, takeTurn } from './revisions.ts'

const ebay = { calls: 250, seconds: 86_400 }
const DAY = 86_400

/** A listing whose pieces go at these seconds, one each; what waits is told when its turn has come. @returns when each number was told */
function changesOf(sales: readonly number[], pieces: number): { at: number; quantity: number }[] {
  const sent: { at: number; quantity: number }[] = []
  let turns: (Turns & { at: number }) | undefined
  let [left, owed, dueAt] = [pieces, false, 0]
  const tryAt = (at: number) => {
    const change: Change = { quantity: left, lowers: true, cost: 1 }
    const turn = takeTurn(ebay, turns && { left: turns.left, ageSeconds: at - turns.at }, change)
    turns = { left: turn.left, ageSeconds: 0, at }
    owed = turn.waitSeconds > 0
    dueAt = at + turn.waitSeconds
    if (!owed) sent.push({ at, quantity: left })
  }
  for (const at of sales) {
    while (owed && dueAt < at) tryAt(dueAt)
    left -= 1
    tryAt(at)
  }
  while (owed) tryAt(dueAt)
  return sent
}
const mostInADay = (sent: readonly { at: number }[]) =>
  Math.max(...sent.map(({ at }) => sent.filter((other) => other.at >= at && other.at < at + DAY).length))

describe('how often a channel lets a listing be changed', () => {
  it('DESIGN 3: of 10,000 sales in a day, in two days, or at once, no 24 hours hold more changes than eBay takes, and sold out is told at once', () => {
    for (const over of [DAY, 2 * DAY, 60]) {
      const sales = Array.from({ length: 10_000 }, (_, n) => (n * over) / 10_000)
      const sent = changesOf(sales, 10_000)
      expect(mostInADay(sent), `in ${over} s`).toBeLessThanOrEqual(250)
      expect(sent.at(-1)).toEqual({ at: sales.at(-1), quantity: 0 })
      // Not only the end of it: the shelf of a day is told all day.
      if (over === DAY) expect(sent.filter(({ at }) => at > DAY / 2).length).toBeGreaterThan(50)
    }
  })
  it('never keeps a listing waiting that is changed a hundred times a day', () => {
    const sales = Array.from({ length: 80 }, (_, n) => n * 60)
    expect(changesOf(sales, 1000).map(({ at }) => at)).toEqual(sales)
  })
  it('keeps turns for the last pieces, and some of these for none', () => {
    const change = (quantity: number | null, lowers = true): Change => ({ quantity, lowers, cost: 1 })
    const waits = (left: number, kind: Change) => takeTurn(ebay, { left, ageSeconds: 0 }, kind).waitSeconds
    expect([waits(40, change(6)), waits(40, change(null, false)), waits(40, change(3, false))]).not.toContain(0)
    expect([waits(41, change(6)), waits(40, change(3)), waits(1, change(0))]).toEqual([0, 0, 0])
    expect([waits(20, change(3)), waits(0, change(0))]).not.toContain(0)
  })
  it('counts what takes many changes whole, and lets it go when nothing else was changed for long', () => {
    const whole = { quantity: null, lowers: false, cost: 201 }
    const first = takeTurn(ebay, undefined, whole)
    expect(first).toEqual({ left: 125 - 201, waitSeconds: 0 })
    const again = takeTurn(ebay, { left: first.left, ageSeconds: 0 }, whole)
    expect(again.waitSeconds).toBeGreaterThan(DAY)
  })
})
