import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { ImportMapping, ImportOutcome, listImportRows } from '#contract/imports.ts'
import type { ReadProduct } from '#domain/imports/planning/product.ts'
import { PageRoom } from '#domain/imports/planning/shown.ts'
import { repeatedCell } from '#domain/imports/planning/wrong-cell.ts'
import type { Reading } from '#domain/imports/reading/reading.ts'
import type { Held } from '#domain/products/history/snapshot.ts'
import { breathe } from '../../../breathe.ts'
import type { Ctx } from '../../../context.ts'
import { presentMany } from '../../products/service.ts'
import * as stock from '../../stock/service.ts'
import { Judging } from './judging.ts'
import * as queries from '../queries.ts'
import * as unitQueries from '../unit-queries.ts'
import { mustFind } from '../service.ts'
import { templateRow } from '../reading/template-reading.ts'

type Page = HandlerReply<typeof listImportRows>
type Row = Page['data'][number]
type Query = HandlerInput<typeof listImportRows>['query']

/** Units, each with the product that is here. */
const READ_AT_ONCE = 50
/** So far rows with problems are counted. */
const COUNTED = 10_000

/** What happens to the rows of an import, or happened (IMP-041..050). @throws not_found */
export async function listRows(ctx: Ctx, id: number, query: Query): Promise<Page> {
  const record = await mustFind(ctx, id)
  const units = await unitQueries.units(ctx, id, query)
  const refused = query.problems ? await unitQueries.countRefused(ctx, id, COUNTED) : undefined
  const counted =
    refused === undefined
      ? { items: await countOf(ctx, record, query.outcome) }
      : {
          items: refused,
          itemsCapped: refused === COUNTED,
          skippedCells: await unitQueries.countSkippedCells(ctx, id, COUNTED),
        }
  if (units.length === 0) return { data: [], ...counted }
  const room = new PageRoom()
  if (record.kind === 'templates') {
    const data: Row[] = []
    for (const some of readTogether(units)) {
      const cells = await queries.rows(
        ctx,
        id,
        some.map((unit) => unit.line),
      )
      for (const unit of some) {
        const { attributes, ...row } = templateRow(record, cells.get(unit.line) ?? [])
        data.push({ ...base(unit, room), ...row, attributes: room.attributes(attributes) })
        await breathe()
      }
    }
    return { data, ...counted }
  }
  const judging = await Judging.open(ctx, record)
  const names = await queries.templateNames(ctx)
  const single = names.get((record.mapping as ImportMapping).template ?? 0) ?? ''
  const data: Row[] = []
  for (const some of readTogether(units)) {
    const productIds = [...new Set(some.flatMap((u) => u.productId ?? []))]
    const [read, products, reserved] = [
      await judging.read(some),
      await presentMany(ctx, productIds),
      await reservedOf(ctx, productIds),
    ]
    for (const [n, unit] of some.entries()) {
      const product = {
        now: products.get(unit.productId ?? 0)?.product,
        reserved: reserved.get(unit.productId ?? 0) ?? 0,
      }
      data.push(rowOf(unit, read[n], { product, names, single, room, reading: judging.reading }))
      await breathe()
    }
  }
  return { data, ...counted }
}

/** Units in groups that are not too long for memory: of a page of long ones, few rows are in memory at once. */
function* readTogether(units: readonly Unit[]): Generator<Unit[]> {
  let [group, characters]: [Unit[], number] = [[], 0]
  for (const unit of units) {
    group.push(unit)
    characters += unit.characters ?? 0
    if (group.length < READ_AT_ONCE && characters < unitQueries.MOST_CHARACTERS) continue
    yield group
    ;[group, characters] = [[], 0]
  }
  if (group.length > 0) yield group
}

/** Counted while planning; what was to be done counts by what then happened. */
async function countOf(
  ctx: Ctx,
  { id, outcomes, applied, state }: queries.ImportRecord,
  outcome: ImportOutcome | undefined,
): Promise<number> {
  if (!outcome) return Object.values(outcomes).reduce((sum, n) => sum + n, 0)
  if (state === 'ready') return outcomes[outcome] ?? 0
  if (state !== 'done') return unitQueries.countUnits(ctx, id, outcome)
  return (applied[outcome] ?? 0) + (['create', 'update', 'delete'].includes(outcome) ? 0 : (outcomes[outcome] ?? 0))
}

type Unit = Awaited<ReturnType<typeof unitQueries.units>>[number]
const base = (
  { line, outcome, productId, changes, errors }: Unit,
  room: PageRoom,
): Omit<
  Row,
  'sku' | 'templateName' | 'title' | 'quantity' | 'reservedQuantity' | 'price' | 'images' | 'attributes' | 'variations'
> => ({
  line,
  outcome: outcome ?? 'skip',
  productId,
  changes: room.changes(changes ?? []),
  errors: room.errors(errors ?? {}),
})

async function reservedOf(ctx: Ctx, productIds: readonly number[]): Promise<Map<number, number>> {
  const levels = productIds.length > 0 ? await stock.levelsOf(ctx, productIds) : []
  return levels.reduce(
    (sums, l) => sums.set(l.productId, (sums.get(l.productId) ?? 0) + l.reserved),
    new Map<number, number>(),
  )
}

function rowOf(
  unit: Unit,
  read: ReadProduct | undefined,
  {
    product: { now, reserved },
    names,
    single,
    room,
    reading,
  }: {
    product: { now: Held | undefined; reserved: number }
    names: ReadonlyMap<number, string>
    single: string
    room: PageRoom
    reading: Reading
  },
): Row {
  const current = keptOf(now)
  const price = read?.price ?? current.price
  const wrongCells = unit.errors ? [...(read?.wrongCells ?? []), ...repeatedIn(unit, read, reading)] : []
  return {
    ...base(unit, room),
    sku: read?.sku ?? '',
    templateName: read?.template || (now ? (names.get(now.templateId) ?? '') : single),
    title: read?.texts.title || current.title,
    quantity: quantityOf(read) ?? current.quantity,
    reservedQuantity: reserved,
    price: price === null ? null : price / 100,
    images: (read?.images ?? current.images).map((url) => ({ url })),
    attributes: room.attributes(read?.attributes.filter((a) => a.value !== '') ?? []),
    variations: read?.variations.length ?? 0,
    ...(wrongCells.length > 0 ? { wrongCells: room.cells(wrongCells) } : {}),
  }
}

/** Where each row is a product, its SKU is the cell itself. */
const repeatedIn = ({ errors }: Unit, read: ReadProduct | undefined, { grouping, names, fields }: Reading) =>
  read && grouping.by === 'record' ? repeatedCell(read, errors?.[''], names[fields.sku ?? -1]) : []

/** The values for cells that the file leaves out: the product's own, or nothing. */
const keptOf = (now: Held | undefined) =>
  now
    ? { title: now.title, quantity: now.quantity ?? null, price: now.price, images: now.images.map((i) => i.url) }
    : { title: '', quantity: null, price: null, images: [] }

/** Of all variations together, where the file counts any of them. */
function quantityOf(read: ReadProduct | undefined): number | null | undefined {
  const counted = (read?.variations ?? []).flatMap((v) => v.quantity ?? [])
  return counted.length > 0 ? counted.reduce((a, b) => a + b, 0) : read?.quantity
}
