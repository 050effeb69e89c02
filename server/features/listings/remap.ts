import { eachValue } from '#domain/listings/rules/mapped.ts'
import { resolveUnmapped } from '#domain/listings/content/resolve.ts'
import { concernedBy } from '#domain/mappings/changed-values.ts'
import type { Meter } from '#domain/products/attributes/meter.ts'
import { breathe } from '../../breathe.ts'
import { type Services, announce, inTransaction, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { oweListings } from '../outbox/service.ts'
import { type Gathered, type Listable, gather } from './content/gather.ts'
import * as queries from './queries.ts'

/** Live listings that are read at once. */
const CHUNK = 200

/** A listing's values before any mapping, by the channel's field. */
export function valuesOf({ source }: Gathered<Listable>, request?: Meter): { field: string; value: string }[] {
  const changes: { field: string; value: string }[] = []
  eachValue(resolveUnmapped(source, request), source.described, (field, value) => {
    changes.push({ field, value })
    return value
  })
  return changes
}

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
    for (const listing of await gather(ctx, rows)) {
      if (isConcerned(listing.where, valuesOf(listing))) concerned.push(listing.row.id)
      await breathe()
    }
    await inTransaction(ctx, (ctx) => oweListings(ctx, concerned, 'revise'))
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) break
    after = last.id
  }
  announce(ctx, ['listings', 'products'])
}
