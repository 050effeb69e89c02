import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '#channels/channel.ts'
import type { Flaws } from '#channels/product.ts'
import type { Ctx } from '../../../context.ts'
import type { ListingRow } from '../../../db/tables/listings.ts'
import { oweListings } from '../../outbox/service.ts'
import { result } from '../sending/outcome.ts'
import * as queries from '../queries.ts'

/**
 * Keeps with each listing what became wrong with it on its channel. One that follows its product is sent whole once more where that may help; of
 * the others the seller decides.
 */
export async function noteFlaws(
  ctx: Ctx,
  looked: readonly { row: ListingRow; outcome: Outcome<Flaws> | undefined }[],
): Promise<void> {
  const readings = looked.flatMap(({ row, outcome }) => (outcome?.ok ? [{ row, ...outcome.value }] : []))
  for (const { row, sentences } of readings) {
    if (isDeepStrictEqual(row.result?.flaws ?? [], sentences)) continue
    const previous = row.result ?? result(ctx, row, 'fulfilled', '')
    await queries.keepQuiet(ctx, row, { result: { ...previous, flaws: sentences } })
  }
  await oweListings(
    ctx,
    readings.flatMap(({ row, sentences, mendable }) => (mendable && sentences.length > 0 ? [row.id] : [])),
    'revise',
  )
}
