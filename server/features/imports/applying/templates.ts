import { sql } from 'kysely'
import type { ImportOutcome } from '#contract/imports.ts'
import { addOutcomes } from '#domain/imports/planning/judge.ts'
import {
  NO_NAME,
  type ReadTemplate,
  type TemplateColumns,
  type TemplateDifference,
  readTemplate,
  templateDifferences,
} from '#domain/imports/mapping/template.ts'
import { shownChanges } from '#domain/imports/planning/shown.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { translate } from '../../../db/constraints.ts'
import { AppError } from '../../../errors.ts'
import * as templates from '../../templates/service.ts'
import { progressOf } from '../progress.ts'
import * as queries from '../queries.ts'
import * as unitQueries from '../unit-queries.ts'
import { templateReadingOf } from '../reading/template-reading.ts'

/** Templates in one transaction: each is some statements, and there are few of them. */
const CHUNK = 20

interface Judged {
  outcome: ImportOutcome
  templateId: number | null
  difference: TemplateDifference | null
  errors: Record<string, string>
}

/** Judges, and where `does`, carries out what a file of templates says. Repeating it goes on, or begins anew for a plan. */
export class TemplateImport {
  readonly #ctx: Ctx
  readonly #import: queries.ImportRecord
  readonly #columns: TemplateColumns
  readonly #seen = new Map<string, number>()
  #byName: Map<string, number> = new Map()

  constructor(ctx: Ctx, record: queries.ImportRecord) {
    this.#ctx = ctx
    this.#import = record
    this.#columns = templateReadingOf(record)
  }

  async plan(): Promise<void> {
    await queries.clear(this.#ctx, this.#import.id, 'importUnits')
    await this.#run(
      'planning',
      async (after) =>
        (await unitQueries.nextRows(this.#ctx, this.#import.id, after, CHUNK)).map(({ line, characters }) => ({
          line,
          lines: [line],
          characters,
        })),
      async (ctx, read) => {
        const judged = await this.#judge(ctx, read)
        const first = this.#seen.get(nameKey(read.name))
        if (first !== undefined && read.name !== '')
          return {
            ...judged,
            outcome: 'error',
            errors: { '': `The template “${read.name}” is already on line ${first}.` },
          }
        this.#seen.set(nameKey(read.name), read.line)
        return judged
      },
    )
  }

  apply = () =>
    this.#run(
      'applying',
      (after) => unitQueries.unapplied(this.#ctx, this.#import.id, after, CHUNK),
      async (ctx, read) => {
        const judged = await this.#judge(ctx, read)
        try {
          return await this.#write(ctx, read, judged)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          return { ...judged, outcome: 'error', errors: { ...judged.errors, '': error.message } }
        }
      },
    )

  async #run(
    state: 'planning' | 'applying',
    next: (after: number) => Promise<unitQueries.Unit[]>,
    work: (ctx: Ctx, read: ReadTemplate) => Promise<Judged>,
  ): Promise<void> {
    const progress = progressOf(this.#ctx)
    for (let after = 0; ; ) {
      const units = await next(after)
      if (units.length === 0) return
      const cells = await queries.rows(
        this.#ctx,
        this.#import.id,
        units.map((u) => u.line),
      )
      const names = await queries.templateNames(this.#ctx)
      this.#byName = new Map([...names].map(([id, name]) => [nameKey(name), id]))
      const goesOn = await inTransaction(this.#ctx, async (ctx) => {
        const now = await queries.lock(ctx, this.#import.id)
        if (now?.state !== state || now.run !== this.#import.run) return false
        const decisions: unitQueries.Decision[] = []
        for (const { line, characters } of units) {
          const judged = await work(ctx, readTemplate(this.#columns, line, cells.get(line) ?? []))
          decisions.push({
            line,
            characters,
            outcome: judged.outcome,
            productId: judged.templateId,
            changes: judged.difference ? shownChanges(judged.difference.list) : null,
            errors: Object.keys(judged.errors).length > 0 ? judged.errors : null,
            applied: state === 'applying' || !['create', 'update', 'delete'].includes(judged.outcome),
          })
        }
        await (state === 'planning'
          ? unitQueries.addDecided(ctx, now.id, decisions)
          : unitQueries.settle(ctx, now.id, decisions))
        const counted = decisions.reduce<Partial<Record<ImportOutcome, number>>>(
          (sum, d) => addOutcomes(sum, { [d.outcome]: 1 }),
          state === 'planning' ? now.outcomes : now.applied,
        )
        await queries.update(ctx, now.id, {
          done: now.done + units.length,
          ...(state === 'planning' ? { outcomes: JSON.stringify(counted) } : { applied: JSON.stringify(counted) }),
        })
        return true
      })
      if (!goesOn) return
      progress.tell()
      after = units.at(-1)?.line ?? after
    }
  }

  /** IMP-136..138. */
  async #judge(ctx: Ctx, read: ReadTemplate): Promise<Judged> {
    const none = { templateId: null, difference: null }
    if (read.name === '' && !read.errors['']) return { ...none, outcome: 'skip', errors: { '': NO_NAME } }
    if (read.errors['']) return { ...none, outcome: 'error', errors: read.errors }
    const id = this.#byName.get(nameKey(read.name))
    if (read.remove)
      return id === undefined
        ? { ...none, outcome: 'skip', errors: { '': 'No template has this name.' } }
        : { templateId: id, difference: null, outcome: 'delete', errors: {} }
    if (id === undefined) return { ...none, outcome: 'create', errors: read.errors }
    const difference = templateDifferences(read, await templates.get(ctx, id))
    return { templateId: id, difference, outcome: difference ? 'update' : 'unchanged', errors: read.errors }
  }

  /** @throws template_in_use and what else templates refuse */
  async #write(ctx: Ctx, read: ReadTemplate, judged: Judged): Promise<Judged> {
    if (judged.outcome === 'delete' && judged.templateId !== null)
      await this.#alone(ctx, (ctx) => templates.remove(ctx, judged.templateId ?? 0))
    if (judged.outcome === 'update' && judged.templateId !== null && judged.difference) {
      const { change } = judged.difference
      await this.#alone(ctx, (ctx) => templates.save(ctx, judged.templateId ?? 0, change))
    }
    if (judged.outcome !== 'create') return judged
    const id = await this.#alone(ctx, async (ctx) => {
      const made = await templates.create(ctx, {
        name: read.name,
        description: read.details ?? '',
        notes: read.notes ?? '',
      })
      const difference = templateDifferences(read, await templates.get(ctx, made.id))
      if (difference) await templates.save(ctx, made.id, difference.change)
      return made.id
    })
    this.#byName.set(nameKey(read.name), id)
    return { ...judged, templateId: id }
  }

  /** One template that is refused does not undo the others of its transaction. */
  async #alone<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
    await sql`savepoint template`.execute(ctx.db)
    try {
      const done = await work(ctx)
      await sql`release savepoint template`.execute(ctx.db)
      return done
    } catch (error) {
      await sql`rollback to savepoint template`.execute(ctx.db)
      throw translate(error)
    }
  }
}
