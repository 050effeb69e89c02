import type { ImportMapping, ImportOutcome } from '#contract/imports.ts'
import { differences } from '#domain/imports/diff.ts'
import { type Judgement, addOutcomes, outcomesOf } from '#domain/imports/judge.ts'
import type { ReadProduct } from '#domain/imports/product.ts'
import { nameKey } from '#domain/products/values.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { translate } from '../../db/constraints.ts'
import { AppError } from '../../errors.ts'
import { plainText, sanitise } from '../../http/html.ts'
import * as changes from '../changes/service.ts'
import * as products from '../products/service.ts'
import * as templates from '../templates/service.ts'
import { Judging } from './judging.ts'
import { errorsOf } from './plan.ts'
import { progressOf } from './progress.ts'
import * as queries from './queries.ts'
import { TemplateImport } from './templates.ts'

/** Products written in one transaction, whose locks last some tens of milliseconds. */
const CHUNK = 250
const clean = { html: sanitise, line: plainText }

/** Does what was planned, from where the last try stopped: what a unit became is kept in the transaction of its products. */
export async function applyImport(ctx: Ctx, id: number): Promise<void> {
  const found = await queries.takeOn(ctx, id, 'applying')
  if (!found) return
  const progress = progressOf(ctx)
  if (found.kind === 'templates') await new TemplateImport(ctx, found).apply()
  else await applyProducts(ctx, found, () => progress.tell())
  await finish(ctx, found)
  progress.end(['products', 'changes', 'listings', 'templates'])
}

async function applyProducts(ctx: Ctx, found: queries.ImportRecord, tell: () => void): Promise<void> {
  const applying = new Applying(ctx, found, await Judging.open(ctx, found))
  while (await applying.step()) {
    tell()
    // Another worker goes on from here.
    if (ctx.services.stopping.aborted) throw new Error('this process ends')
  }
}

const finish = (ctx: Ctx, found: queries.ImportRecord) =>
  inTransaction(ctx, async (ctx) => {
    const now = await queries.lock(ctx, found.id)
    if (now?.state !== 'applying' || now.run !== found.run) return
    await queries.update(ctx, now.id, { state: 'done', done: now.rows, finishedAt: ctx.services.clock.now() })
    if (now.changeSetId !== null) await changes.close(ctx, now.changeSetId, 'done')
    await queries.remember(ctx, now.kind, now.shape, JSON.stringify(now.mapping))
  })

/** The database refused the data: trying again would not help. */
const isRefusal = (error: unknown): boolean => error instanceof AppError || /^(?:22|23)/.test(String((error as { code?: unknown } | null)?.code))

type Chunk = Awaited<ReturnType<typeof queries.unapplied>>
/** What became of one unit. */
interface Result { outcome: ImportOutcome; productId: number | null; errors: Record<string, string>; item?: changes.Settled }

class Applying {
  readonly #ctx: Ctx
  readonly #import: queries.ImportRecord
  readonly #judging: Judging
  readonly #attributes: AddedAttributes
  #after = 0
  #ahead: Promise<{ units: Chunk; read: ReadProduct[] }> | undefined
  #written = 0
  #analyseAt = 2000

  constructor(ctx: Ctx, found: queries.ImportRecord, judging: Judging) {
    this.#ctx = ctx
    this.#import = found
    this.#judging = judging
    this.#attributes = new AddedAttributes(ctx, found.mapping as ImportMapping)
  }

  /** Does the next units. Where the database refuses them together, each is tried alone. @returns whether there may be more */
  async step(): Promise<boolean> {
    try {
      return await this.#deal(CHUNK)
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.#ahead = undefined
      return this.#deal(1).catch((error: unknown) => {
        if (!isRefusal(error)) throw error
        return this.#giveUp(error)
      })
    }
  }

  async #deal(most: number): Promise<boolean> {
    const { units, read } = await (most === CHUNK && this.#ahead ? this.#ahead : this.#read(this.#after, most))
    if (units.length === 0) return false
    const last = units.at(-1)?.line ?? this.#after
    // While the database writes these, the next are read. What fails then is told when it is their turn.
    this.#ahead = this.#read(last, CHUNK)
    this.#ahead.catch(() => undefined)
    await this.#judging.makeTemplates(read)
    if (this.#attributes.any) await this.#attributes.add(await this.#judging.judge(this.#ctx, read))
    const goesOn = await inTransaction(this.#ctx, async (ctx) => {
      const now = await queries.lock(ctx, this.#import.id)
      if (now?.state !== 'applying' || now.run !== this.#import.run) return false
      await this.#write(ctx, now, units, await this.#judging.judge(ctx, read), read)
      return true
    })
    this.#after = last
    await this.#analyse(units.length)
    return goesOn
  }

  async #read(after: number, most: number): Promise<{ units: Chunk; read: ReadProduct[] }> {
    const units = await queries.unapplied(this.#ctx, this.#import.id, after, most)
    return { units, read: await this.#judging.read(units) }
  }

  /** Whenever four times as much is written as before. */
  async #analyse(written: number): Promise<void> {
    this.#written += written
    if (this.#written < this.#analyseAt) return
    this.#analyseAt *= 4
    await queries.analyse(this.#ctx.services.database.system)
  }

  /** A unit that the database refuses even alone is told as refused. */
  async #giveUp(error: unknown): Promise<boolean> {
    const why = translate(error)
    const [unit] = await queries.unapplied(this.#ctx, this.#import.id, this.#after, 1)
    this.#ctx.services.log.error({ err: error, import: this.#import.id, line: unit?.line }, 'a row of an import was refused by the database')
    if (!unit) return false
    const sentence = why instanceof AppError ? why.message : 'Something went wrong on our side. This row was not taken.'
    await inTransaction(this.#ctx, async (ctx) => {
      const now = await queries.lock(ctx, this.#import.id)
      if (now?.state === 'applying' && now.run === this.#import.run) await this.#keep(ctx, now, [{ unit, read: undefined, result: { outcome: 'error', productId: null, errors: { '': sentence } } }])
    })
    this.#after = unit.line
    return true
  }

  async #write(ctx: Ctx, now: queries.ImportRecord, units: Chunk, judged: readonly Judgement[], read: readonly ReadProduct[]) {
    const results = new Map<number, Result>()
    judged.forEach((j, n) => {
      if (j.outcome !== 'create' && j.outcome !== 'update' && j.outcome !== 'delete') results.set(n, { outcome: j.outcome, productId: j.productId, errors: j.errors })
    })
    await this.#create(ctx, judged, results)
    await this.#update(ctx, judged, results)
    await this.#remove(ctx, judged, results)
    await this.#keep(ctx, now, units.map((unit, n) => ({ unit, read: read[n], result: results.get(n) ?? refused(null, {}, undefined) })))
  }

  async #keep(ctx: Ctx, now: queries.ImportRecord, all: readonly { unit: Chunk[number]; read: ReadProduct | undefined; result: Result }[]) {
    if (now.changeSetId !== null) {
      await changes.record(ctx, now.changeSetId, all.map(({ result, read }) => named(result.item ?? without(result), read)))
    }
    await queries.settle(ctx, now.id, all.map(({ unit, result }) => ({ line: unit.line, outcome: result.outcome, productId: result.productId, errors: errorsOf(result.errors) })))
    await queries.update(ctx, now.id, {
      done: now.done + all.reduce((sum, { unit }) => sum + unit.lines.length, 0), applied: JSON.stringify(addOutcomes(now.applied, outcomesOf(all.map(({ result }) => result.outcome)))),
    })
  }

  async #create(ctx: Ctx, judged: readonly Judgement[], results: Map<number, Result>) {
    const wanted = judged.flatMap((j, n) => (j.outcome === 'create' ? [{ n, ...j }] : []))
    const made = wanted.length > 0 ? await products.createMany(ctx, wanted.map((w) => w.product)) : []
    wanted.forEach(({ n, errors }, at) => {
      const one = made[at]
      if (one?.state !== 'created') return void results.set(n, refused(null, errors, one))
      results.set(n, { outcome: 'create', productId: one.id, errors, item: slim(changes.created(one)) })
    })
  }

  /** A product that several units are about (its variations, row by row) is changed once for each, one after the other. */
  async #update(ctx: Ctx, judged: readonly Judgement[], results: Map<number, Result>) {
    const wanted = judged.flatMap((j, n) => (j.outcome === 'update' ? [{ n, ...j }] : []))
    const rounds: (typeof wanted)[] = []
    for (const one of wanted) {
      const round = rounds.find((r) => !r.some((other) => other.productId === one.productId))
      if (round) round.push(one)
      else rounds.push([one])
    }
    for (const round of rounds) {
      const made = await products.changeMany(ctx, round.map(({ productId, read, moveTo }) => ({
        id: productId, levels: read.quantity !== undefined || read.sold !== undefined || read.variations.length > 0 || moveTo !== undefined, templateId: moveTo?.id,
        plan: (now) => differences(read, now, clean, moveTo)?.change ?? null,
      })), { reason: 'import' })
      round.forEach(({ n, productId, errors }, at) => {
        const one = made[at]
        if (!one || one.state === 'failed') return void results.set(n, refused(productId, errors, one))
        results.set(n, { outcome: one.state === 'changed' ? 'update' : 'unchanged', productId, errors, item: changes.changed(one) })
      })
    }
  }

  async #remove(ctx: Ctx, judged: readonly Judgement[], results: Map<number, Result>) {
    const wanted = judged.flatMap((j, n) => (j.outcome === 'delete' ? [{ n, productId: j.productId }] : []))
    const made = wanted.length > 0 ? await products.removeMany(ctx, wanted.map((w) => w.productId)) : []
    wanted.forEach(({ n, productId }, at) => {
      const one = made[at]
      if (one?.state !== 'removed') return void results.set(n, refused(productId, {}, one))
      results.set(n, { outcome: 'delete', productId, errors: {}, item: changes.removed(one) })
    })
  }
}

/** What the history shows of a product that was made: to undo it takes no more than its id. */
const shown = ['templateId', 'sku', 'title', 'price', 'cost', 'quantity', 'condition']
const slim = (item: changes.Settled): changes.Settled => ({ ...item, after: item.after && Object.fromEntries(shown.map((name) => [name, item.after?.[name]])) })

/** What was not taken. */
const without = ({ outcome, productId, errors }: Result): changes.Settled =>
  ({ productId, state: outcome === 'error' ? 'failed' : 'unchanged', sku: '', title: '', before: null, after: null, error: errors[''] ?? '', fields: {} })
/** The name of what is not in the database. */
const named = (item: changes.Settled, read: ReadProduct | undefined): changes.Settled => ({ ...item, sku: read?.sku ?? '', title: read?.texts.title ?? '' })
const refused = (productId: number | null, errors: Record<string, string>, why: { state: string; message?: string; fields?: Record<string, string> } | undefined): Result =>
  ({ outcome: 'error', productId, errors: { ...errors, '': why?.message ?? 'This row was refused.' } })

/** Adds attributes to templates whose products have them (IMP-017, IMP-105, IMP-108), before the products that need them. */
class AddedAttributes {
  readonly #ctx: Ctx
  readonly #wanted: ReadonlySet<string>
  readonly #there = new Map<number, Set<string>>()

  constructor(ctx: Ctx, { addAttributes, attributeMappings, newAttributes }: ImportMapping) {
    this.#ctx = ctx
    this.#wanted = new Set([...(addAttributes ? Object.keys(attributeMappings) : []), ...newAttributes.map((a) => a.name)].map(nameKey))
  }

  get any(): boolean {
    return this.#wanted.size > 0
  }

  async add(judged: readonly Judgement[]): Promise<void> {
    const needed = new Map<number, Map<string, string>>()
    for (const j of judged) {
      const [templateId, named] = j.outcome === 'create' ? [j.product.templateId, j.product.attributes ?? []] : j.outcome === 'update' ? [j.templateId, j.read.attributes] : [undefined, []]
      if (templateId === undefined) continue
      const names = needed.get(templateId) ?? new Map<string, string>()
      for (const { name, value } of named) if (value !== '' && this.#wanted.has(nameKey(name)) && !this.#there.get(templateId)?.has(nameKey(name))) names.set(nameKey(name), name)
      needed.set(templateId, names)
    }
    for (const [templateId, names] of needed) {
      if (names.size > 0) await templates.addAttributes(this.#ctx, { templateId, attributes: [...names.values()] })
      this.#there.set(templateId, new Set([...(this.#there.get(templateId) ?? []), ...names.keys()]))
    }
  }
}
