import type { z } from 'zod'
import { EtsyNode } from '#contract/channels/shapes/etsy.ts'
import { type EtsyConnection, get } from '../calls.ts'
import { listOf } from '../wire.ts'

type Names = ReadonlyMap<number, string>
/** The tree is a megabyte, the same for all, and changes a few times a year. */
const KEEP_MS = 6 * 3_600_000
const cache = new Map<string, { until: number; names: Promise<Names> }>()

/** What people read of each category, by its id. */
export function categoryNames(c: EtsyConnection): Promise<Names> {
  const origin = c.origins.api ?? ''
  const known = cache.get(origin)
  const now = c.now().getTime()
  if (known && known.until > now) return known.names
  const names = read(c)
  cache.set(origin, { until: now + KEEP_MS, names })
  names.catch(() => cache.delete(origin))
  return names
}

async function read(c: EtsyConnection): Promise<Names> {
  const names = new Map<number, string>()
  const walk = ({ id, name, children }: z.output<typeof EtsyNode>) => {
    names.set(id, name)
    children.forEach(walk)
  }
  const { results } = await get(c, listOf(EtsyNode), '/seller-taxonomy/nodes')
  results.forEach(walk)
  return names
}
