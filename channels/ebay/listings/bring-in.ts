import { z } from 'zod'
import type { Bringing } from '#contract/adopting/adopting.ts'
import { ChannelError, type Outcome } from '../../channel.ts'
import { chunks, done, inCalls, refused } from '../../kit/batch.ts'
import { readAs } from '../../kit/read.ts'
import { type EbayConnection, inventory, send } from '../calls.ts'
import { ebayError } from '../errors.ts'
import { EbayProblem } from '../wire.ts'

/** bulkMigrateListing takes so many. */
const perCall = 5

const Migrated = z.looseObject({
  responses: z
    .array(z.looseObject({ listingId: z.string(), statusCode: z.number(), errors: z.array(EbayProblem).optional() }))
    .default([]),
})

const asks: Bringing = {
  unseen: 'Listings made in Seller Hub aren’t included until you add them.',
  title: 'Add Seller Hub listings',
  about:
    'eBay shares Seller Hub listings with apps only after they’re moved to its Inventory API. Item number, watchers and history are kept. Each listing needs a fixed price, a SKU (for every variation) and business policies.',
  number: String.raw`(?<!\d)\d{9,15}(?!\d)`,
  wrong: 'An item number has 12 digits.',
  hint: 'Enter the 12-digit item numbers. Seller Hub shows one beside each listing.',
  consent: 'I understand that I can then change these listings only in Motto, not in Seller Hub. You can’t undo this.',
  most: 25,
}

/** Makes listings of Seller Hub known to the Inventory API: listed at a price, each SKU said, with business policies and a place. */
function bring(c: EbayConnection, numbers: string[]): Promise<Outcome[]> {
  const silent = numbers.map(() => refused(new ChannelError('unavailable', 'eBay didn’t confirm the change.')))
  const rows = numbers.map((listingId, index) => ({ listingId, index }))
  return inCalls(silent as Outcome[], chunks(rows, perCall), async (part) => {
    const json = { requests: part.map(({ listingId }) => ({ listingId })) }
    const answer = await send(c, { method: 'POST', path: inventory('/bulk_migrate_listing'), json })
    const { responses } = readAs('eBay', Migrated, answer.body, true)
    return part.map(({ listingId, index }): Outcome => {
      const response = responses.find((candidate) => candidate.listingId === listingId)
      if (!response) return silent[index] as Outcome
      return response.statusCode < 300 ? done : refused(ebayError(response.statusCode, response.errors ?? []))
    })
  })
}

export const bringIn = { asks, bring }
