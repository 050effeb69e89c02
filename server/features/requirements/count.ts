import { builtDescription } from '#contract/channels/all.ts'
import { type ChangeKind, fieldsOf } from '#domain/requirements/changes.ts'
import { datedRules } from '#contract/channels/dated-rules.ts'
import { isAbout } from '#domain/requirements/dated.ts'
import { breathe } from '../../breathe.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import type { ListingRow } from '../../db/tables/listings.ts'
import type { IntegrationFacts } from '../integrations/connections/connections.ts'
import { prepare } from '../listings/content/source.ts'
import { checkListing } from '../listings/preflight.ts'
import * as queries from './queries.ts'

/** Listings that are checked and noted together. */
const TOGETHER = 100

interface Sought {
  id: number
  fields: readonly string[]
  warns: boolean
  /** Of a change in a category: the only one whose listings it concerns. */
  categoryId: string | undefined
}

/** What the listing check is to name, by requirement. */
function sought({ channel }: IntegrationFacts, { id, rule, key, name }: queries.Stored): Sought {
  const dated = datedRules.find((known) => known.id === rule)
  if (dated) return { id, fields: dated.fields, warns: dated.warns, categoryId: undefined }
  const fields = builtDescription(channel)?.fields ?? []
  const named = (kind: string) => fields.find((field) => field.kind === kind)?.name ?? ''
  const [what = '', place = ''] = key.split(' ')
  const names = { category: named('category'), attributes: named('attributes') }
  return {
    id,
    fields: fieldsOf({ kind: rule as ChangeKind, name }, place, names),
    warns: false,
    categoryId: what === 'category' ? place : undefined,
  }
}

/** Compares live listings with what is required of them, by the same check that stands before each send. @param since only those that changed since then */
export async function countListings(
  ctx: Ctx,
  integration: IntegrationFacts,
  since: Date | undefined,
  categoryOf: (listing: Awaited<ReturnType<typeof prepare>>[number]['ready']) => string,
): Promise<void> {
  const all = (await queries.requirements(ctx, integration.id)).map((row) => sought(integration, row))
  const note = async (rows: readonly ListingRow[]) => {
    const misses: queries.Miss[] = []
    for (const listing of await prepare(ctx, [...rows])) {
      const { row } = listing
      const { errors, warnings } = await checkListing(ctx, listing)
      const [refused, warned] = [Object.keys(errors), Object.keys(warnings)]
      const category = categoryOf(listing.ready)
      for (const { id, fields, warns, categoryId } of all)
        if (
          (categoryId === undefined || categoryId === category) &&
          isAbout(fields, warns ? [...refused, ...warned] : refused)
        )
          misses.push({ requirementId: id, listingId: row.id, productId: row.productId, templateId: row.templateId })
      await breathe()
    }
    const ids = rows.map(({ id }) => id)
    await inTransaction(ctx, (ctx) => queries.noteMisses(ctx, integration.id, ids, misses))
  }
  if (all.length > 0) {
    if (since) {
      const ids = await queries.changedSince(ctx, integration.id, since)
      for (let at = 0; at < ids.length; at += TOGETHER)
        await note(await queries.liveAmong(ctx, integration.id, ids.slice(at, at + TOGETHER)))
    } else await eachLive(ctx, integration.id, note)
  }
  await inTransaction(ctx, (ctx) => queries.countMisses(ctx, integration.id))
}

async function eachLive(ctx: Ctx, integrationId: number, note: (rows: readonly ListingRow[]) => Promise<void>) {
  for (let after: number | undefined = 0; after !== undefined; ) {
    ctx.services.stopping.throwIfAborted()
    const rows: ListingRow[] = await queries.liveListings(ctx, integrationId, after, TOGETHER)
    if (rows.length > 0) await note(rows)
    after = rows.length === TOGETHER ? rows.at(-1)?.id : undefined
  }
}
