import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { ImportMapping, ImportOutcome, listImportRows } from '#contract/imports.ts'
import type { ReadProduct } from '#domain/imports/product.ts'
import type { Held } from '#domain/products/snapshot.ts'
import type { Ctx } from '../../context.ts'
import { presentMany } from '../products/service.ts'
import * as stock from '../stock/service.ts'
import { Judging } from './judging.ts'
import * as queries from './queries.ts'
import { found } from './service.ts'
import { templateRow } from './template-reading.ts'

type Page = HandlerReply<typeof listImportRows>
type Row = Page['data'][number]
type Query = HandlerInput<typeof listImportRows>['query']

/** What happens to the rows of an import, or happened (IMP-041..050). @throws not_found */
export async function listRows(ctx: Ctx, id: number, query: Query): Promise<Page> {
  const record = await found(ctx, id)
  const units = await queries.units(ctx, id, query)
  const items = countOf(record, query.outcome)
  if (units.length === 0) return { data: [], items }
  if (record.kind === 'templates') {
    const cells = await queries.rows(ctx, id, units.map((u) => u.line))
    return { data: units.map((unit) => ({ ...base(unit), ...templateRow(record, cells.get(unit.line) ?? []) })), items }
  }
  const judging = await Judging.open(ctx, record)
  const productIds = [...new Set(units.flatMap((u) => u.productId ?? []))]
  const [read, products, names, reserved] = [await judging.read(units), await presentMany(ctx, productIds), await queries.templateNames(ctx), await reservedOf(ctx, productIds)]
  const single = names.get((record.mapping as ImportMapping).template ?? 0) ?? ''
  return { data: units.map((unit, n) => rowOf(unit, read[n], { now: products.get(unit.productId ?? 0)?.held, reserved: reserved.get(unit.productId ?? 0) ?? 0 }, names, single)), items }
}

/** Counted while planning, and again while applying, as what then happened counts. */
function countOf({ outcomes, applied, state }: queries.ImportRecord, outcome: ImportOutcome | undefined): number {
  const late = state === 'done' ? ['create', 'update', 'delete'] : []
  const of = (o: ImportOutcome) => (late.includes(o) ? (applied[o] ?? 0) : (outcomes[o] ?? 0) + (state === 'done' ? (applied[o] ?? 0) : 0))
  const all: readonly ImportOutcome[] = ['create', 'update', 'unchanged', 'delete', 'skip', 'error']
  return outcome ? of(outcome) : all.reduce((sum, o) => sum + (outcomes[o] ?? 0), 0)
}

type Unit = Awaited<ReturnType<typeof queries.units>>[number]
const base = ({ line, outcome, productId, changes, errors }: Unit): Omit<Row, 'sku' | 'templateName' | 'title' | 'quantity' | 'reservedQuantity' | 'price' | 'images' | 'attributes' | 'variations'> =>
  ({ line, outcome: outcome ?? 'skip', productId, changes: changes ?? [], errors: errors ?? {} })

async function reservedOf(ctx: Ctx, productIds: readonly number[]): Promise<Map<number, number>> {
  const levels = productIds.length > 0 ? await stock.levelsOf(ctx, productIds) : []
  return levels.reduce((sums, l) => sums.set(l.productId, (sums.get(l.productId) ?? 0) + l.reserved), new Map<number, number>())
}

function rowOf(unit: Unit, read: ReadProduct | undefined, { now, reserved }: { now: Held | undefined; reserved: number }, names: ReadonlyMap<number, string>, single: string): Row {
  const counted = (read?.variations ?? []).flatMap((v) => v.quantity ?? [])
  const quantity = counted.length > 0 ? counted.reduce((a, b) => a + b, 0) : read?.quantity
  return {
    ...base(unit), sku: read?.sku ?? '', templateName: read?.template || (now ? (names.get(now.templateId) ?? '') : single), title: read?.texts.title || now?.title || '',
    quantity: quantity ?? now?.quantity ?? null, reservedQuantity: reserved, price: (read?.price ?? now?.price ?? null) === null ? null : (read?.price ?? now?.price ?? 0) / 100,
    images: (read?.images ?? now?.images.map((i) => i.url) ?? []).map((url) => ({ url })), attributes: (read?.attributes ?? []).filter((a) => a.value !== ''), variations: read?.variations.length ?? 0,
  }
}
