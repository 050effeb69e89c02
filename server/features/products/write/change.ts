import { fieldOf } from '#contract/products/fields.ts'
import { ofVariations } from '#domain/products/history/edits.ts'
import { countsRefused } from '#domain/products/variations/totals.ts'
import type { Held } from '#domain/products/history/snapshot.ts'
import { judge } from '#domain/products/readiness.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { breathe } from '../../../breathe.ts'
import { together } from '../../../db/connection/pipelined.ts'
import { owe } from '../../outbox/service.ts'
import { auditMany } from '../../audit.ts'
import * as stock from '../../stock/service.ts'
import * as templates from '../../templates/service.ts'
import { conflictSentences } from './conflicts.ts'
import { namesOf, withoutRaces } from './names.ts'
import { isMove, refuseLive } from './live.ts'
import {
  type Change,
  type Failure,
  type ManyOutcome,
  type Planned,
  type Stored,
  type StoredVariation,
  type Template,
  concernsLevels,
  failure,
  heldAfter,
  heldOf,
  isFailure,
  planOne,
  refuseUnkeepable,
  tidied,
} from './plan.ts'
import { difference, snapshotOf } from '#domain/products/history/snapshot.ts'
import * as queries from '../queries.ts'

export type { Change, Failure, ManyOutcome, Template } from './plan.ts'

export interface ManyOptions {
  /** The source in the ledger when pieces are counted again. */
  reason: 'edit' | 'bulk' | 'import' | 'undo'
  /** Moves a level once; each product's next version when left out. */
  sourceKey?: string
  /** What else speaks against a change of a product as it is. */
  refuse?(now: Held, change: Change): Failure | null
}
/** A change that is computed once the product is locked. */
export interface Wanted {
  id: number
  version?: number | undefined
  /** Whether `plan` reads or changes pieces or variations, or changes the SKU: then the product's levels are locked, too. */
  levels: boolean
  /** The template to which the product is moved. */
  templateId?: number | undefined
  /** Null leaves the product as it is. Texts come cleaned. */
  plan(now: Held, template: Template): Omit<Change, 'id'> | Failure | null
}

/** Fields no channel shows; every other change is sent to the live listings. */
const isOwnOnly = (name: string) => name === 'configuration' || fieldOf(name)?.ownOnly === true

/**
 * Saves the given fields of up to 500 products; other fields stay. A refused product does not stop the others.
 * @returns in the order given
 */
export async function updateMany(
  ctx: Ctx,
  changes: readonly (Omit<Change, 'version'> & { version?: number | undefined })[],
  o: ManyOptions,
): Promise<ManyOutcome[]> {
  const requests: Wanted[] = []
  for (const input of changes) {
    const change = tidied(input)
    requests.push({
      id: input.id,
      version: input.version,
      levels: concernsLevels(input),
      templateId: input.templateId,
      plan: (now) => (isFailure(change) ? change : (o.refuse?.(now, change) ?? piecesOf(now, change))),
    })
    await breathe()
  }
  return changeMany(ctx, requests, o)
}

/** With variations, each of them is counted, and the product itself is not. */
function piecesOf(now: Held, change: Omit<Change, 'version'>): Omit<Change, 'version'> | Failure {
  const variations = change.variations ?? now.variations ?? []
  if (variations.length === 0) return change
  const fields = countsRefused(change, variations, now.variations ?? [])
  const { quantity: _, sold: __, ...rest } = change
  return Object.keys(fields).length > 0 ? failure('invalid_input', ofVariations, fields) : rest
}

/** The same where each change is decided by the product as it is, under its lock. */
export const changeMany = (ctx: Ctx, changes: readonly Wanted[], o: ManyOptions): Promise<ManyOutcome[]> =>
  inTransaction(ctx, async (ctx) => {
    const first = new Map(changes.toReversed().map((w) => [w.id, w]))
    const { planned, refused, versions } = await plan(ctx, [...first.values()].toReversed())
    const moving = await refuseLive(ctx, planned)
    const made = await withoutRaces(ctx, moving.planned, async (admitted) => write(ctx, admitted, o))
    const outcomes = new Map<number, ManyOutcome>(
      [...refused, ...moving.refused, ...made.refused].map(([id, why]) => [id, { id, state: 'failed', ...why }]),
    )
    for (const outcome of made.done) outcomes.set(outcome.id, outcome)
    return changes.map((change): ManyOutcome => {
      const { id } = change
      if (first.get(id) !== change)
        return { id, state: 'failed', ...failure('invalid_input', 'This product is listed twice.') }
      return outcomes.get(id) ?? { id, state: 'unchanged', version: versions.get(id) ?? 0 }
    })
  })

type Refused = Map<number, Failure>

/** Holds the products, in the order of their ids, then templates, then levels, as everybody does, and decides what becomes of each. */
async function plan(ctx: Ctx, requests: readonly Wanted[]) {
  const ids = requests.map((w) => w.id)
  // Sent together, so that nobody waits for answers in between; locked in this order.
  const [stored, lockedTemplates, parts] = await together([
    queries.lockMany(ctx, ids, 'change'),
    templates.holdOfProducts(
      ctx,
      ids,
      requests.flatMap((w) => w.templateId ?? []),
    ),
    partsOf(
      ctx,
      requests.filter((w) => w.levels).map((w) => w.id),
    ),
  ])
  const rows = new Map(stored.map((p) => [p.id, p]))
  const conflicts = await conflictSentences(
    ctx,
    requests.flatMap((w) => staleOf(w, rows.get(w.id))),
  )
  const planned: Planned[] = []
  const refused: Refused = new Map()
  for (const request of requests) {
    const row = rows.get(request.id)
    const conflict = conflicts.get(request.id)
    const decided = !row
      ? failure('not_found')
      : conflict
        ? failure('edit_conflict', conflict)
        : decide(request, row, lockedTemplates, parts)
    if (isFailure(decided)) refused.set(request.id, decided)
    else if (decided && (decided.changed || decided.counted)) planned.push(decided)
  }
  return { planned, refused, versions: new Map([...rows.values()].map((p) => [p.id, p.version])) }
}

const staleOf = ({ version }: Wanted, row: Stored | undefined) =>
  row && version !== undefined && version !== row.version ? [{ id: row.id, versions: row.version - version }] : []

interface Parts {
  levels: Map<number, stock.Level[]>
  variations: Map<number, StoredVariation[]>
}
async function partsOf(ctx: Ctx, productIds: readonly number[]): Promise<Parts> {
  if (productIds.length === 0) return { levels: new Map(), variations: new Map() }
  const [levels, variations] = await together([
    stock.holdLevels(ctx, productIds),
    queries.variationsOfMany(ctx, productIds),
  ])
  return { levels: Map.groupBy(levels, (l) => l.productId), variations: Map.groupBy(variations, (v) => v.productId) }
}

function decide(
  request: Wanted,
  row: Stored,
  lockedTemplates: ReadonlyMap<number, Template>,
  parts: Parts,
): Planned | Failure | null {
  const template = lockedTemplates.get(request.templateId ?? row.templateId)
  if (!template)
    return failure('not_found', 'This template does not exist.', { templateId: 'This template does not exist.' })
  const [levels, variations] = [parts.levels.get(row.id), parts.variations.get(row.id) ?? []]
  const now = heldOf(row, variations, levels)
  const change = request.plan(now, template)
  if (!change || isFailure(change)) return change
  return refuseUnkeepable(change) ?? planOne(row, now, { ...change, id: row.id }, template, levels ?? [], variations)
}

async function write(ctx: Ctx, planned: readonly Planned[], o: ManyOptions): Promise<ManyOutcome[]> {
  if (planned.length === 0) return []
  const moves = planned.filter(isMove).map((p) => ({ productId: p.id, templateId: p.template.id }))
  if (moves.length > 0) await queries.moveListings(ctx, moves)
  await renameParts(ctx, planned)
  const [, made, , entries] = await together([
    count(ctx, planned, o),
    addVariations(ctx, planned),
    queries.updateMany(
      ctx,
      planned.map((p) => ({
        id: p.id,
        changed: Object.keys(p.changed?.new ?? {}),
        fields: p.fields,
        readiness: judge(p.fields, p.template.attributes).readiness,
      })),
    ),
    auditMany(
      ctx,
      planned.map((p) => ({
        entity: 'product',
        entityId: p.id,
        action: 'update',
        old: { ...p.changed?.old, ...p.counted?.old },
        new: { ...p.changed?.new, ...p.counted?.new },
      })),
    ),
    owe(
      ctx,
      planned
        .filter((p) => Object.keys({ ...p.changed?.new, ...p.counted?.new }).some((name) => !isOwnOnly(name)))
        .map((p) => p.id),
      'revise',
      planned.some((p) => p.counted),
    ),
  ])
  return planned.map((p) => ({
    id: p.id,
    state: 'changed',
    changeId: entries.get(p.id) ?? 0,
    version: p.stored.version + 1,
    ...(difference(snapshotOf(p.current), snapshotOf(heldAfter(p, made))) ?? { before: {}, after: {} }),
  }))
}

/** Variations that are removed or changed, and SKUs, with all levels of the products locked. */
async function renameParts(ctx: Ctx, planned: readonly Planned[]) {
  const names = planned.map(namesOf)
  const removed = planned.flatMap((p) => p.variations?.removed ?? [])
  await stock.removeLevels(
    ctx,
    names.flatMap((n) => n.removed.map((l) => l.id)),
  )
  if (removed.length > 0)
    await queries.deleteVariations(
      ctx,
      removed.map((v) => v.id),
    )
  const updated = planned.flatMap((p) => p.variations?.updated ?? [])
  if (updated.length > 0)
    await queries.updateVariations(
      ctx,
      updated.map((k) => k.fields),
    )
  await stock.renameLevels(
    ctx,
    names.flatMap((n) => n.renamed),
  )
}

/** Counts pieces, with all levels of the products locked. */
const count = (ctx: Ctx, planned: readonly Planned[], { reason, sourceKey }: ManyOptions) =>
  stock.setAvailable(
    ctx,
    planned.flatMap((p) => countsOf(p, sourceKey ?? `edit:${p.stored.version + 1}`)),
    { reason, source: 'motto', sourceKey: sourceKey ?? '' },
    planned.flatMap((p) => [...p.levels.values()]),
  )

function countsOf({ change: { quantity, sold }, variations, levels }: Planned, sourceKey: string) {
  const quantities = [
    { variationId: null, quantity, sold },
    ...(variations?.updated ?? []).map((k) => ({
      variationId: k.fields.id ?? null,
      quantity: k.change.quantity,
      sold: k.change.sold,
    })),
  ]
  return quantities
    .filter((w) => w.quantity !== undefined || w.sold !== undefined)
    .flatMap((w) => {
      const level = levels.get(w.variationId)
      return level
        ? [
            {
              levelId: level.id,
              available: w.quantity ?? level.available,
              ...(w.sold === undefined ? {} : { sold: w.sold }),
              sourceKey,
            },
          ]
        : []
    })
}

/** @returns the ids of new variations by SKU */
async function addVariations(ctx: Ctx, planned: readonly Planned[]): Promise<Map<string, number>> {
  const added = planned.flatMap((p) => (p.variations?.added ?? []).map((v) => ({ ...v, productId: p.id })))
  if (added.length === 0) return new Map()
  const ids = new Map(
    (
      await queries.insertVariations(
        ctx,
        added.map((a) => ({ ...a.fields, productId: a.productId })),
      )
    ).map((v) => [v.sku, v.id]),
  )
  await stock.createLevels(
    ctx,
    added.map(({ productId, change }) => ({
      sku: change.sku,
      productId,
      variationId: ids.get(change.sku) ?? null,
      quantity: change.quantity ?? 0,
      sold: change.sold ?? 0,
    })),
  )
  return ids
}
