import { labelOf } from '#domain/products/attributes/labels.ts'
import type { Ctx } from '../../../context.ts'
import * as queries from '../queries.ts'

const MOST_NAMED = 4

/** Who changed what of products since the versions that were read, in a sentence each. @param stale how many versions ago they were read */
export async function conflictSentences(
  ctx: Ctx,
  stale: readonly { id: number; versions: number }[],
): Promise<Map<number, string>> {
  if (stale.length === 0) return new Map()
  const changes = Map.groupBy(await queries.changesSince(ctx, stale), (c) => c.id)
  return new Map(stale.map(({ id }) => [id, sentence(changes.get(id) ?? [])]))
}

function sentence(changes: readonly { userName: string; names: string[] }[]): string {
  const who = [...new Set(changes.map((c) => c.userName).filter(Boolean))].join(' and ') || 'Someone else'
  const names = [...new Set(changes.flatMap((c) => c.names))].map(labelOf)
  if (names.length === 0) return 'Someone else changed this. Reload to see their changes.'
  const shown = names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`] : names
  return `${who} changed ${shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown[0]} in the meantime. Reload to see the changes.`
}
