import { expect, it } from 'vitest'
import { ChannelError, type ReadyListing } from '../../channel.ts'
import type { Tools } from './tools.ts'
import { type Refused, takenCases } from '../refusals/case.ts'

/** Of the documented refusals, so many are told before the channel is asked, each at its field. */
const FORETOLD = 0.95
/** Listings of each channel that have nothing wrong with them. */
const TAKEN = 30

/** What the channel documents as a reason to refuse is foretold; what it takes is not. The channel itself judges by code of its own. */
export function refusalPromises<F, S>(tools: Tools<F, S>): void {
  const errorsOf = async (listing: ReadyListing<F>) => {
    const { channel } = tools.h.stage
    const facts = await channel.facts?.(tools.h.stage.connection(), listing)
    const { errors, causes } = channel.check(listing, facts, tools.h.stage.settings)
    // Groups of problems are made of causes.
    expect(Object.keys(causes)).toEqual(Object.keys(errors))
    return Object.keys(errors)
  }

  /** Sends what keeps to no description, which is not held against it. @returns whether the channel took it */
  const sent = async (listing: ReadyListing<F>): Promise<boolean> => {
    const { problems } = tools.h.stage
    const before = problems.length
    try {
      return (await tools.publish(listing))[0]?.ok ?? false
    } catch (error) {
      if (error instanceof ChannelError) return false
      throw error
    } finally {
      problems.length = before
    }
  }

  /** One piece, and a family where the case is not about variants or what tells them apart. */
  const shapesOf = ({ field, change }: Refused<F>, name: string): ReadyListing<F>[] => {
    const [good, family] = [tools.h.listing(name), tools.h.family(`${name}F`)]
    const isOfAll = change(good).variants === undefined && change(good).auction === undefined && !field.includes('.')
    const shapes = isOfAll && !tools.lacks('families') ? [good, family] : [good]
    return shapes.map((shape) => ({ ...shape, ...change(shape) }))
  }

  it('foretells what the channel refuses, at the right field', async () => {
    const [unforetold, judged]: [string[], string[]] = [[], []]
    let count = 0
    for (const [n, refused] of tools.h.refusals.entries())
      for (const bad of shapesOf(refused, `SAID-${n}`)) {
        const title = `${refused.field}: ${refused.what}, of ${bad.variants.length} (${refused.source})`
        count += 1
        if (!(await errorsOf(bad)).includes(refused.field)) unforetold.push(title)
        tools.h.rest?.()
        const outcome = await sent(bad)
        if (outcome !== refused.unheard) judged.push(title)
      }
    expect({ judged, unforetold: unforetold.length > count * (1 - FORETOLD) ? unforetold : [] }).toEqual({
      judged: [],
      unforetold: [],
    })
  }, 120_000)

  it('refuses none of the listings that the channel takes', async () => {
    const { titleChars } = tools.h.stage.channel.limits
    for (const [n, change] of takenCases<F>(titleChars, TAKEN).entries()) {
      const good = tools.h.listing(`GOOD-${n}`)
      const listing = { ...good, ...change(good) }
      expect([listing.title, await errorsOf(listing)]).toEqual([listing.title, []])
      tools.h.rest?.()
      const [outcome] = await tools.publish(listing)
      expect([listing.title, outcome?.ok === false ? outcome.error.message : '']).toEqual([listing.title, ''])
    }
  }, 120_000)
}
