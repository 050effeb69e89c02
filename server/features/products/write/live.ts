import { channelNames } from '#contract/channels/ids.ts'
import { emptied, namesOf as listed, skuLock } from '#domain/products/history/live.ts'
import type { Ctx } from '../../../context.ts'
import * as stock from '../../stock/service.ts'
import * as queries from '../queries.ts'
import { namesOf } from './names.ts'
import { type Failure, type Planned, failure } from './plan.ts'

/**
 * Of products that are live, or of which a channel is being told right now, the names of the channels. Their listings are held, so that none becomes
 * live meanwhile; levels are held before listings, as orders do.
 * @param orLinked whether those count that stood there before and were only linked
 */
export async function liveNow(
  ctx: Ctx,
  productIds: readonly number[],
  { orLinked = true } = {},
): Promise<Map<number, string[]>> {
  const now = ctx.services.clock.now()
  const counts = (l: { listedAt: Date | null }) => orLinked || l.listedAt !== null
  const live = (await queries.lockListings(ctx, productIds)).filter(
    (l) => (l.externalId !== '' && l.status !== 'unlisted' && counts(l)) || (l.claimedUntil && l.claimedUntil > now),
  )
  const of = Map.groupBy(live, (l) => l.productId)
  return new Map([...of].map(([id, listings]) => [id, [...new Set(listings.map((l) => channelNames[l.channel]))]]))
}

export const isMove = ({ template, stored }: Planned) => template.id !== stored.templateId
const anywhere = ['anywhere']
const mayBreak = (p: Planned) =>
  isMove(p) || namesOf(p).renamed.length > 0 || Object.keys(emptied(p.stored, p.fields, anywhere)).length > 0

interface Judged {
  planned: Planned[]
  refused: Map<number, Failure>
}

/** A live listing belongs to its template's listing setup, needs its texts, and is known by its SKU, as orders are. */
export async function refuseLive(ctx: Ctx, planned: readonly Planned[]): Promise<Judged> {
  const risky = planned.filter(mayBreak)
  if (risky.length === 0) return { planned: [...planned], refused: new Map() }
  const ids = risky.map((p) => p.id)
  const live = await liveNow(ctx, ids)
  const ordered = await stock.orderedLevels(
    ctx,
    risky.flatMap((p) => namesOf(p).renamed.map((r) => r.levelId)),
  )
  const refused = new Map(
    risky.flatMap((p) => {
      const fields = broken(p, live.get(p.id) ?? [], ordered)
      const [first] = Object.values(fields)
      return first === undefined ? [] : [[p.id, failure('invalid_input', first, fields)] as const]
    }),
  )
  return { planned: planned.filter((p) => !refused.has(p.id)), refused }
}

function broken(p: Planned, live: readonly string[], ordered: ReadonlySet<number>): Record<string, string> {
  const move = `This product is live on ${listed(live)}. Unlist it before you move it to another template.`
  return {
    ...(isMove(p) && live.length > 0 ? { templateId: move } : {}),
    ...emptied(p.stored, p.fields, live),
    ...Object.fromEntries(
      namesOf(p).renamed.flatMap(({ levelId, variationId }) => {
        const lock = skuLock(live, ordered.has(levelId))
        const at = p.change.variations?.findIndex((v) => v.id === variationId)
        return lock ? [[variationId === null ? 'sku' : `variations.${at}.sku`, lock]] : []
      }),
    ),
  }
}
