import type { ImportMapping } from '#contract/imports.ts'
import { outcomesOf } from '#domain/imports/planning/judge.ts'
import type { ReadProduct } from '#domain/imports/planning/product.ts'
import { translate } from '../../../db/constraints.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { linkMade, matchStrangers } from '../../adopting/making.ts'
import * as changes from '../../changes/service.ts'
import { copyRemote } from '../../products/images/service.ts'
import { AddedAttributes } from './added-attributes.ts'
import { OptionAttributes } from './option-attributes.ts'
import { Judging } from '../planning/judging.ts'
import { Stopped, inLanes, unlessStopped } from '../lanes.ts'
import { errorsOf } from '../planning/plan.ts'
import { progressOf } from '../progress.ts'
import * as queries from '../queries.ts'
import * as unitQueries from '../unit-queries.ts'
import { TemplateImport } from './templates.ts'
import { type Result, itemOf, refused, writeProducts } from './write.ts'

/** Products written in one transaction, whose locks last some tens of milliseconds. */
const CHUNK = 250

/** Does what was planned, from where the last try stopped: what a unit became is kept in the transaction of its products. */
export async function applyImport(ctx: Ctx, id: number): Promise<void> {
  const record = await queries.takeOn(ctx, id, 'applying')
  if (!record) return
  const progress = progressOf(ctx)
  if (record.kind === 'templates') await new TemplateImport(ctx, record).apply()
  else await new Applying(ctx, record, await Judging.open(ctx, record), () => progress.tell()).run()
  await finish(ctx, record)
  progress.end(['products', 'changes', 'listings', 'templates'])
}

const finish = (ctx: Ctx, record: queries.ImportRecord) =>
  inTransaction(ctx, async (ctx) => {
    const now = await queries.lock(ctx, record.id)
    if (now?.state !== 'applying' || now.run !== record.run) return
    await queries.update(ctx, now.id, { state: 'done', done: now.rows, finishedAt: ctx.services.clock.now() })
    if (now.changeSetId !== null) {
      await changes.close(ctx, now.changeSetId, 'done')
      if (now.kind === 'products') await copyRemote(ctx, now.changeSetId)
    }
    if (now.kind === 'products') await matchStrangers(ctx)
    if (now.integrationId === null) await queries.remember(ctx, now.kind, now.shape, JSON.stringify(now.mapping))
  })

/** The database refused the data: trying again would not help. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError || /^(?:22|23|54)/.test(String((error as { code?: unknown } | null)?.code))

interface Piece {
  unit: unitQueries.Unit
  read: ReadProduct
}

class Applying {
  readonly #ctx: Ctx
  readonly #import: queries.ImportRecord
  readonly #judging: Judging
  readonly #attributes: AddedAttributes
  readonly #options: OptionAttributes
  readonly #tell: () => void
  #after = 0
  #written = 0
  #analyseAt = 2000

  constructor(ctx: Ctx, record: queries.ImportRecord, judging: Judging, tell: () => void) {
    this.#ctx = ctx
    this.#import = record
    this.#judging = judging
    this.#attributes = new AddedAttributes(ctx, record.mapping as ImportMapping)
    this.#options = new OptionAttributes(ctx, record.mapping as ImportMapping)
    this.#tell = tell
  }

  run = () =>
    inLanes(
      () => this.#take(),
      async (pieces) => {
        const goesOn = await this.#write(pieces)
        this.#tell()
        await this.#analyse(pieces.length)
        // Another worker goes on from here.
        if (this.#ctx.services.stopping.aborted) throw new Error('this process ends')
        return goesOn
      },
    )

  async #take(): Promise<Piece[] | undefined> {
    const units = await unitQueries.unapplied(this.#ctx, this.#import.id, this.#after, CHUNK)
    if (units.length === 0) return undefined
    this.#after = units.at(-1)?.line ?? this.#after
    const read = await this.#judging.read(units)
    await this.#judging.makeTemplates(read)
    await this.#addOptions(read)
    if (this.#attributes.any) await this.#attributes.add(await this.#judging.judge(this.#ctx, read))
    return units.flatMap((unit, n) => (read[n] ? [{ unit, read: read[n] }] : []))
  }

  async #addOptions(read: readonly ReadProduct[]): Promise<void> {
    const products = read.flatMap((product) => {
      const templateId = product.variations.length > 0 ? this.#judging.templateOf(product) : undefined
      return templateId === undefined ? [] : [{ templateId, read: product }]
    })
    await this.#options.add(products, this.#judging.made)
  }

  /** Where the database refuses units together, each is tried alone; one that it refuses even so is told as refused. @returns whether it goes on */
  async #write(pieces: readonly Piece[]): Promise<boolean> {
    const [only] = pieces
    try {
      return await this.#transaction(pieces, (ctx, left) =>
        this.#judgeAndWrite(
          ctx,
          left.map((p) => p.read),
        ),
      )
    } catch (error) {
      if (!isRefusal(error) || !only) throw error
      if (pieces.length > 1) {
        for (const piece of pieces) if (!(await this.#write([piece]))) return false
        return true
      }
      const known = translate(error)
      this.#ctx.services.log.error(
        { err: error, import: this.#import.id, line: only.unit.line },
        'the database rejected a row of an import',
      )
      return this.#transaction(pieces, async () => [
        refused(
          null,
          {},
          known instanceof AppError ? known.message : 'Something went wrong on our side. This row was not imported.',
        ),
      ])
    }
  }

  /** What somebody else made at the same moment is not there yet when it is judged, but when it is refused: it is then judged by what it became. */
  async #judgeAndWrite(ctx: Ctx, read: readonly ReadProduct[]): Promise<Result[]> {
    const judged = await this.#judging.judge(ctx, read)
    const results = await writeProducts(ctx, judged)
    const late = judged.flatMap((j, n) =>
      j.outcome === 'create' && results[n]?.outcome === 'error' ? [{ n, read: read[n] as ReadProduct }] : [],
    )
    if (late.length === 0) return results
    const again = await this.#judging.judge(
      ctx,
      late.map((unit) => unit.read),
    )
    const there = late.flatMap(({ n }, at) =>
      again[at] && again[at].outcome !== 'create' ? [{ n, judgement: again[at] }] : [],
    )
    const done = await writeProducts(
      ctx,
      there.map((t) => t.judgement),
    )
    const resultsByUnit = new Map(there.map(({ n }, at) => [n, done[at]]))
    return results.map((result, n) => resultsByUnit.get(n) ?? result)
  }

  /** What is done to units, and that it is done, in one transaction. Units that another worker has done meanwhile are left out. @returns whether it goes on */
  #transaction = (
    pieces: readonly Piece[],
    work: (ctx: Ctx, left: readonly Piece[]) => Promise<Result[]>,
  ): Promise<boolean> =>
    unlessStopped(() =>
      inTransaction(this.#ctx, async (ctx) => {
        const open = await unitQueries.holdUnits(
          ctx,
          this.#import.id,
          pieces.map((p) => p.unit.line),
        )
        const left = pieces.filter((p) => open.has(p.unit.line))
        const results = left.length > 0 ? await work(ctx, left) : []
        await this.#keep(
          ctx,
          left.flatMap((piece, n) => (results[n] ? [{ ...piece, result: results[n] }] : [])),
        )
      }),
    )

  /** The import before its change set, as who cancels it takes them. */
  async #keep(ctx: Ctx, done: readonly (Piece & { result: Result })[]): Promise<void> {
    const rows = done.reduce((sum, { unit }) => sum + unit.lines.length, 0)
    if (
      !(await queries.addCounts(
        ctx,
        this.#import,
        'applying',
        rows,
        outcomesOf(done.map(({ result }) => result.outcome)),
      ))
    )
      throw new Stopped()
    if (done.length === 0) return
    await unitQueries.settle(
      ctx,
      this.#import.id,
      done.map(({ unit, result }) => ({
        line: unit.line,
        outcome: result.outcome,
        productId: result.productId,
        errors: errorsOf(result.errors),
      })),
    )
    if (this.#import.changeSetId !== null)
      await changes.record(
        ctx,
        this.#import.changeSetId,
        done.map(({ result, read }) => itemOf(result, read)),
      )
    if (this.#import.integrationId !== null)
      await linkMade(
        ctx,
        this.#import.integrationId,
        this.#import.id,
        done.flatMap(({ result: { outcome, productId } }) =>
          productId !== null && (outcome === 'create' || outcome === 'update') ? [productId] : [],
        ),
      )
  }

  /** Whenever four times as much is written as before. */
  async #analyse(written: number): Promise<void> {
    this.#written += written
    if (this.#written < this.#analyseAt) return
    this.#analyseAt *= 4
    await queries.analyse(this.#ctx.services.database.system, this.#written)
  }
}
