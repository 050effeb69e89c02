import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { saveDynamicMappings } from '#contract/mappings/mappings.ts'
import type { previewRules } from '#contract/mappings/rule-changes.ts'
import { titleOf } from '#domain/mappings/change.ts'
import { requestMeter } from '#domain/products/attributes/meter.ts'
import { showChanges } from '#domain/products/history/shown.ts'
import { breathe } from '../../breathe.ts'
import { type Ctx, announce, inTransaction } from '../../context.ts'
import { compared, countConcerned, nextConcerned } from '../mappings/following.ts'
import { type AskedChange, readChange, writeChange } from '../mappings/write.ts'
import { countLive } from '../outbox/service.ts'
import * as queries from './queries.ts'
import { enqueueRun } from './run.ts'
import type { Begun } from './service.ts'

/** Up to this many products are processed within the request; more run as a job. */
const AT_ONCE = 500
/** A preview reads this many products; with more of them its numbers are lower bounds. */
const LOOKED_AT = 20_000
const CHUNK = 500
const SHOWN = 10

type Item = HandlerReply<typeof previewRules>['examples'][number]

/** What a change of rules would change, with some examples. Nothing is locked or written. @throws not_found, invalid_input, edit_conflict */
export async function preview(ctx: Ctx, request: AskedChange): Promise<HandlerReply<typeof previewRules>> {
  const change = await readChange(ctx, request)
  const total = await countConcerned(ctx, change)
  const meter = requestMeter()
  const seen = { changing: 0, listings: 0, failing: 0, examples: [] as Item[], problems: [] as Item[] }
  let looked = 0
  for (let after = 0; looked < LOOKED_AT && !meter.isOver; ) {
    const ids = await nextConcerned(ctx, change, { after, limit: CHUNK })
    if (ids.length === 0) break
    const rows = await compared(ctx, change, ids, meter)
    const failing = rows.filter(({ problem }) => problem)
    const different = rows.filter(({ changed, problem }) => changed && !problem)
    seen.failing += failing.length
    for (const { id: productId, sku, title, problem } of failing.slice(0, SHOWN - seen.problems.length))
      seen.problems.push({ productId, sku, title, state: 'failed', error: problem, fields: {}, changes: [] })
    seen.changing += different.length
    seen.listings += await countLive(
      ctx,
      different.map(({ id }) => id),
    )
    for (const { id: productId, sku, title, changed } of different.slice(0, SHOWN - seen.examples.length))
      seen.examples.push({
        productId,
        sku,
        title,
        state: 'changed',
        error: '',
        fields: {},
        changes: changed ? showChanges(changed.before, changed.after) : [],
      })
    looked += ids.length
    after = ids.at(-1) ?? after
    await breathe()
  }
  return { ...seen, total, capped: total > LOOKED_AT || meter.isOver }
}

/** Changes rules, and begins to send live listings of products again that read differently. @returns null where nothing changes @throws not_found, invalid_input, edit_conflict */
export const save = (ctx: Ctx, requested: AskedChange): Promise<Begun | null> =>
  inTransaction(ctx, async (ctx) => {
    const change = await writeChange(ctx, requested)
    if (!change) return null
    const all = await queries.areRulesChanging(ctx)
    const few = (await countConcerned(ctx, change)) <= AT_ONCE
    const id = await queries.insertSet(ctx, {
      kind: 'rules',
      title: titleOf(change),
      state: 'waiting',
      work: { do: 'rules', all, ...change },
    })
    if (!few) await enqueueRun(ctx, id)
    announce(ctx, ['changes'])
    return { id, few }
  })

type Query = HandlerInput<typeof saveDynamicMappings>['query']

/** Makes one list hold these mappings (MAP-170, MAP-172). @throws not_found, invalid_input */
export function saveTab(
  ctx: Ctx,
  { ownerType, ownerId, applyTo, parentId, childId }: Query,
  dynamicMappings: AskedChange['tabs'][number]['dynamicMappings'],
): Promise<Begun | null> {
  const templateId = (ownerType === 'Template' ? ownerId : undefined) ?? parentId ?? null
  return save(ctx, { templateId, productId: childId, tabs: [{ ownerType, applyTo, dynamicMappings }] })
}
