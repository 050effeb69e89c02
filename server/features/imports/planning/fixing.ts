import type { HandlerInput } from '#contract/endpoint.ts'
import type { fixImportCells } from '#contract/imports.ts'
import { addOutcomes, outcomesOf } from '#domain/imports/planning/judge.ts'
import type { ReadProduct } from '#domain/imports/planning/product.ts'
import { repeatedSku } from '#domain/imports/planning/wrong-cell.ts'
import { columnOf, type Reading } from '#domain/imports/reading/reading.ts'
import type { Ctx } from '../../../context.ts'
import { invalid } from '../../../errors.ts'
import * as queries from '../queries.ts'
import { moveOn } from '../service.ts'
import * as unitQueries from '../unit-queries.ts'
import { Judging } from './judging.ts'
import { decisionOf } from './plan.ts'

type Cell = HandlerInput<typeof fixImportCells>['body']['cells'][number]

/** Corrects cells of a file under review and judges their rows again, at once. The uploaded file stays as it is. @throws not_found, import_busy, invalid_input */
export const fixCells = (ctx: Ctx, id: number, cells: readonly Cell[]) =>
  moveOn(ctx, id, ['ready'], async (ctx, record) => {
    if (record.kind !== 'products') throw invalid('cells', 'Only cells of a file of products can be corrected here.')
    const judging = await Judging.open(ctx, record)
    await writeCells(ctx, id, cells, judging.reading)
    const units = await unitQueries.unitsOfLines(
      ctx,
      id,
      cells.map(({ line }) => line),
    )
    const read = await judging.read(units)
    await refuseRepetitions(ctx, id, { read, units, position: judging.reading.fields.sku })
    const judged = await judging.judge(ctx, read)
    await unitQueries.decide(
      ctx,
      id,
      judged.map((judgement, n) => decisionOf(units[n]?.line ?? 0, judgement)),
    )
    const before = outcomesOf(units.flatMap(({ outcome }) => outcome ?? []))
    const left = addOutcomes(record.outcomes, negative(before))
    const outcomes = addOutcomes(left, outcomesOf(judged.map(({ outcome }) => outcome)))
    await queries.update(ctx, id, { outcomes: JSON.stringify(withoutZeros(outcomes)) })
  })

const negative = (counts: ReturnType<typeof outcomesOf>) =>
  Object.fromEntries(Object.entries(counts).map(([outcome, n]) => [outcome, -n]))
const withoutZeros = (counts: ReturnType<typeof outcomesOf>) =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n !== 0))

async function writeCells(ctx: Ctx, id: number, cells: readonly Cell[], reading: Reading): Promise<void> {
  const rows = await queries.rows(
    ctx,
    id,
    cells.map(({ line }) => line),
  )
  cells.forEach(({ line, column, value }, n) => {
    const position = reading.names.indexOf(column)
    const row = rows.get(line)
    if (position < 0) throw invalid(`cells.${n}.column`, `The file has no column “${column}”.`)
    if (!row) throw invalid(`cells.${n}.line`, `The file has no row ${line}.`)
    if (groups(reading, position))
      throw invalid(`cells.${n}.column`, `“${column}” tells which rows belong together. Change it in the file.`)
    while (row.length < position) row.push('')
    row[position] = value.replaceAll('\0', '').toWellFormed()
  })
  await queries.updateRows(
    ctx,
    id,
    [...rows].map(([line, row]) => ({ line, cells: row })),
  )
}

/** Whether a column decides which rows are one product: such a change would move rows between products. */
const groups = (reading: Reading, position: number) =>
  position === reading.fields.parent ||
  ('column' in reading.grouping && position === columnOf(reading, reading.grouping.column))

/** A SKU that another row of the file has already is refused, as it is when the whole file is planned. */
async function refuseRepetitions(
  ctx: Ctx,
  id: number,
  { read, units, position }: { read: readonly ReadProduct[]; units: readonly unitQueries.Unit[]; position?: number },
): Promise<void> {
  const lines = await unitQueries.linesOfSkus(ctx, id, {
    position,
    skus: read.flatMap((product) => skusOf(product)),
    except: units.flatMap((unit) => unit.lines),
  })
  for (const product of read)
    for (const sku of skusOf(product)) {
      const line = lines.get(sku)
      if (line !== undefined) product.errors[''] ??= repeatedSku(sku, line)
    }
}

const skusOf = ({ sku, variations }: ReadProduct) => [sku, ...variations.map((variation) => variation.sku)]
