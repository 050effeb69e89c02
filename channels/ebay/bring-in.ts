import { z } from 'zod'
import { ChannelError, type Outcome } from '../channel.ts'
import { chunks, done, inCalls, refused } from '../kit/batch.ts'
import { readAs } from '../kit/read.ts'
import { type EbayConnection, inventory, send } from './calls.ts'
import { ebayError } from './errors.ts'
import { EbayProblem } from './wire.ts'

/** bulkMigrateListing takes so many. */
const perCall = 5

const Migrated = z.looseObject({
  responses: z
    .array(z.looseObject({ listingId: z.string(), statusCode: z.number(), errors: z.array(EbayProblem).optional() }))
    .default([]),
})

/** Makes listings of Seller Hub known to the Inventory API: listed at a price, each SKU said, with business policies and a place. */
export function bringIn(c: EbayConnection, numbers: string[]): Promise<Outcome[]> {
  const silent = numbers.map(() => refused(new ChannelError('unavailable', 'eBay did not say what became of this.')))
  const rows = numbers.map((listingId, index) => ({ listingId, index }))
  return inCalls(silent as Outcome[], chunks(rows, perCall), async (part) => {
    const json = { requests: part.map(({ listingId }) => ({ listingId })) }
    const answer = await send(c, { method: 'POST', path: inventory('/bulk_migrate_listing'), json })
    const { responses } = readAs('eBay', Migrated, answer.body, true)
    return part.map(({ listingId, index }): Outcome => {
      const said = responses.find((one) => one.listingId === listingId)
      if (!said) return silent[index] as Outcome
      return said.statusCode < 300 ? done : refused(ebayError(said.statusCode, said.errors ?? []))
    })
  })
}
