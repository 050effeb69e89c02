import { concernedBy } from '#domain/mappings/changed-values.ts'
import { type Services, announce, inTransaction, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { oweListings } from '../outbox/service.ts'
import { gather } from './content/gather.ts'
import { ListingBatch } from './content/put-together.ts'
import * as queries from './queries.ts'

/** Live listings that are read at once. */
const CHUNK = 200

/** Value mappings changed: the live listings that have one of those values are to be told. Doing it twice is harmless. */
export async function remapJob(
  services: Services,
  { organizationId, channel, changed }: Jobs['listings.remap'],
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  const isConcerned = concernedBy(changed)
  let after = 0
  for (;;) {
    services.stopping.throwIfAborted()
    const rows = await queries.liveOn(ctx, channel, after, CHUNK)
    const concerned: number[] = []
    for await (const { listing, values } of ListingBatch.valuesOfEach(ctx, await gather(ctx, rows)))
      if (isConcerned(listing.where, values)) concerned.push(listing.row.id)
    await inTransaction(ctx, (ctx) => oweListings(ctx, concerned, 'revise'))
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) break
    after = last.id
  }
  announce(ctx, ['listings', 'products'])
}
