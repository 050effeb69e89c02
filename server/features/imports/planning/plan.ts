import type { ImportMapping } from '#contract/imports.ts'
import { outcomesOf } from '#domain/imports/planning/judge.ts'
import type { ReadProduct } from '#domain/imports/planning/product.ts'
import { shownChanges } from '#domain/imports/planning/shown.ts'
import { repeatedSku } from '#domain/imports/planning/wrong-cell.ts'
import { columnOf } from '#domain/imports/reading/reading.ts'
import type { Judgement } from '#domain/imports/planning/judge.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { Judging } from './judging.ts'
import { Stopped, inLanes, unlessStopped } from '../lanes.ts'
import { progressOf } from '../progress.ts'
import * as queries from '../queries.ts'
import * as unitQueries from '../unit-queries.ts'
import { begin, refuseMapping } from '../service.ts'
import { TemplateImport } from '../applying/templates.ts'

/** Units judged at once. */
const CHUNK = 500

/** Plans what an import would do, unit by unit. Repeating it starts from the beginning. */
export async function planImport(ctx: Ctx, id: number): Promise<void> {
  const record = await queries.takeOn(ctx, id, 'planning')
  if (!record) return
  const progress = progressOf(ctx)
  try {
    await queries.update(ctx, id, { done: 0, outcomes: '{}', applied: '{}' })
    if (record.kind === 'templates') await new TemplateImport(ctx, record).plan()
    else await planProducts(ctx, record, () => progress.tell())
    await queries.analyseKept(ctx.services.database.system, 'import_units', record.rows)
    await inTransaction(ctx, async (ctx) => {
      const now = await queries.lock(ctx, id)
      if (now?.state !== 'planning' || now.run !== record.run) return
      await queries.update(ctx, id, {
        state: record.oneGo ? 'applying' : 'ready',
        done: record.oneGo ? 0 : record.rows,
      })
      if (record.oneGo) await begin(ctx, now)
    })
  } catch (error) {
    // A mapping that came with its file cannot be corrected by asking again.
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    await queries.update(ctx, id, { state: 'failed', error: error.message, finishedAt: ctx.services.clock.now() })
  }
  progress.end()
}

async function planProducts(ctx: Ctx, record: queries.ImportRecord, tell: () => void) {
  await refuseMapping(ctx, record, record.mapping as ImportMapping)
  const judging = await Judging.open(ctx, record)
  await queries.clear(ctx, record.id, 'importUnits')
  const { grouping, fields } = judging.reading
  const marker = 'column' in grouping ? columnOf(judging.reading, grouping.column) : undefined
  const id = grouping.by === 'parent' ? columnOf(judging.reading, grouping.ids ?? []) : undefined
  if (grouping.by !== 'record')
    await unitQueries.makeUnits(ctx, record.id, grouping, { parent: fields.parent, sku: fields.sku, marker, id })
  await new Planning(ctx, record, judging, tell).run()
}

interface Piece {
  units: readonly unitQueries.Unit[]
  read: ReadProduct[]
}

class Planning {
  readonly #ctx: Ctx
  readonly #import: queries.ImportRecord
  readonly #judging: Judging
  readonly #tell: () => void
  /** SKU → the line that has it first. */
  readonly #seen = new Map<string, number>()
  #after = 0

  constructor(ctx: Ctx, record: queries.ImportRecord, judging: Judging, tell: () => void) {
    this.#ctx = ctx
    this.#import = record
    this.#judging = judging
    this.#tell = tell
  }

  run = () =>
    inLanes(
      () => this.#take(),
      async ({ units, read }) => {
        const goesOn = await this.#keep(units, await this.#judging.judge(this.#ctx, read))
        this.#tell()
        return goesOn
      },
    )

  async #take(): Promise<Piece | undefined> {
    const piece = await this.#next(this.#after)
    this.#after = piece.units.at(-1)?.line ?? this.#after
    for (const product of piece.read) this.#refuseRepetition(product)
    return piece.units.length > 0 ? piece : undefined
  }

  get #single(): boolean {
    return this.#judging.reading.grouping.by === 'record'
  }

  async #next(after: number): Promise<Piece> {
    if (!this.#single) {
      const units = await unitQueries.unplanned(this.#ctx, this.#import.id, after, CHUNK)
      return { units, read: await this.#judging.read(units) }
    }
    const records = await unitQueries.nextRows(this.#ctx, this.#import.id, after, CHUNK)
    return {
      units: records.map(({ line, characters }) => ({ line, lines: [line], characters })),
      read: await this.#judging.readRecords(records.map((record) => [record])),
    }
  }

  /** The second record of a SKU is refused: nobody knows which of the two is meant. */
  #refuseRepetition(read: ReadProduct) {
    for (const sku of new Set([read.sku, ...read.variations.map((v) => v.sku)])) {
      const first = sku === '' ? undefined : this.#seen.get(sku)
      if (first === undefined) this.#seen.set(sku, read.line)
      else {
        read.errors[''] ??= repeatedSku(sku, first)
        read.remove = false
      }
    }
  }

  /** @returns false when the import was cancelled or taken over */
  #keep = (units: readonly unitQueries.Unit[], judged: readonly Judgement[]) =>
    unlessStopped(() =>
      inTransaction(this.#ctx, async (ctx) => {
        const decisions = judged.map((j, n) => ({
          ...decisionOf(units[n]?.line ?? 0, j),
          characters: units[n]?.characters ?? null,
        }))
        await (this.#single
          ? unitQueries.addDecided(ctx, this.#import.id, decisions)
          : unitQueries.decide(ctx, this.#import.id, decisions))
        const rows = units.reduce((sum, u) => sum + u.lines.length, 0)
        if (!(await queries.addCounts(ctx, this.#import, 'planning', rows, outcomesOf(judged.map((j) => j.outcome)))))
          throw new Stopped()
      }),
    )
}

const toDo = new Set(['create', 'update', 'delete'])
export const errorsOf = (errors: Record<string, string>) => (Object.keys(errors).length > 0 ? errors : null)

export function decisionOf(line: number, judged: Judgement): unitQueries.Decision {
  return {
    line,
    outcome: judged.outcome,
    productId: 'productId' in judged ? judged.productId : null,
    changes: judged.outcome === 'update' ? shownChanges(judged.list) : null,
    errors: errorsOf(judged.errors),
    applied: !toDo.has(judged.outcome),
  }
}
