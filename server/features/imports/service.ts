import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import { ImportMapping, type getImport, type listImports, type rereadImport } from '#contract/imports.ts'
import { breathe } from '../../breathe.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { enqueue } from '../../jobs/queue.ts'
import * as changes from '../changes/service.ts'
import { ofChangeSet } from '../products/images/service.ts'
import { isEncoding } from './reading/encoding.ts'
import { readingOf } from './planning/judging.ts'
import * as queries from './queries.ts'
import * as unitQueries from './unit-queries.ts'
import { templateReadingOf } from './reading/template-reading.ts'

export type ImportReply = HandlerReply<typeof getImport>

/** Chunks of files are kept for so long after their import: for another look, and for the file of refused rows. */
export const KEPT_DAYS = 30

export const replyOf = ({ columns, mapping, ...record }: queries.ImportRecord): ImportReply => ({
  ...record,
  columns: columns.map(({ index, name, filled, distinct, samples }) => ({ index, name, filled, distinct, samples })),
  mapping: ImportMapping.parse(mapping),
})

/** @throws not_found */
export async function get(ctx: Ctx, id: number): Promise<ImportReply> {
  return replyOf(await mustFind(ctx, id))
}

/** @throws not_found */
export async function mustFind(ctx: Ctx, id: number): Promise<queries.ImportRecord> {
  const record = await queries.find(ctx, id)
  if (!record) throw new AppError('not_found')
  return record
}

/** How far the copying of the pictures that an import named is. @throws not_found */
export async function pictures(ctx: Ctx, id: number) {
  const { changeSetId } = await mustFind(ctx, id)
  return changeSetId === null ? { waiting: 0, copied: 0, failed: 0, failures: [] } : ofChangeSet(ctx, changeSetId)
}

export async function list(
  ctx: Ctx,
  page: HandlerInput<typeof listImports>['query'],
): Promise<HandlerReply<typeof listImports>> {
  const [data, items] = await Promise.all([queries.list(ctx, page), queries.count(ctx)])
  return { data: data.map(replyOf), items }
}

export const queue = (ctx: Ctx, name: 'imports.read' | 'imports.plan' | 'imports.apply', importId: number) =>
  enqueue(ctx, name, { organizationId: ctx.organizationId, importId }, { key: `${ctx.organizationId}:${importId}` })

/** Moves an import on to its next state. @throws not_found, import_busy */
export const moveOn = (
  ctx: Ctx,
  id: number,
  from: readonly ImportReply['state'][],
  next: (ctx: Ctx, record: queries.ImportRecord) => Promise<void>,
) =>
  inTransaction(ctx, async (ctx) => {
    const record = await queries.lock(ctx, id)
    if (!record) throw new AppError('not_found')
    if (!from.includes(record.state))
      throw new AppError(
        'import_busy',
        ['done', 'cancelled', 'failed'].includes(record.state)
          ? 'This import is finished. Upload the file again to start a new one.'
          : undefined,
      )
    await next(ctx, record)
    return get(ctx, id)
  })

/** @throws invalid_input at the parts of a mapping that cannot be followed (IMP-018) */
export async function refuseMapping(ctx: Ctx, record: queries.ImportRecord, mapping: ImportMapping): Promise<void> {
  const reading = readingOf(record, mapping)
  if (mapping.template === null && reading.template === undefined && reading.fields.templateId === undefined)
    throw invalid('template', 'Choose a template, or the column that names it.')
  if (mapping.template !== null && !(await queries.templateExists(ctx, mapping.template)))
    throw invalid('template', 'This template does not exist.')
}

/** @throws not_found */
export async function mustBeTemplate(ctx: Ctx, id: number): Promise<void> {
  if (!(await queries.templateExists(ctx, id))) throw new AppError('not_found', 'This template does not exist.')
}

/** Works out, as a job, what the file would change with this mapping. @throws not_found, import_busy, invalid_input */
export const plan = (ctx: Ctx, id: number, mapping: ImportMapping) =>
  moveOn(ctx, id, ['mapping', 'ready'], async (ctx, record) => {
    if (record.kind === 'products') await refuseMapping(ctx, record, mapping)
    else templateReadingOf(record)
    await queries.update(ctx, id, { mapping: JSON.stringify(mapping), state: 'planning', done: 0, outcomes: '{}' })
    await queue(ctx, 'imports.plan', id)
  })

/** Reads the file again, otherwise. @throws not_found, import_busy, invalid_input */
export const reread = (ctx: Ctx, id: number, input: HandlerInput<typeof rereadImport>['body']) =>
  moveOn(ctx, id, ['mapping', 'ready'], async (ctx, record) => {
    if (input.encoding !== undefined && !isEncoding(input.encoding))
      throw invalid('encoding', 'This encoding is not known.')
    // Another separator or encoding may move the header.
    const { headerRow: _, ...before } = record.asked
    await queries.update(ctx, id, { asked: JSON.stringify({ ...before, ...input }), state: 'reading', done: 0 })
    await queue(ctx, 'imports.read', id)
  })

/** Does what was planned, as a job. @throws not_found, import_busy */
export const apply = (ctx: Ctx, id: number) =>
  moveOn(ctx, id, ['ready'], async (ctx, record) => {
    await queries.update(ctx, id, { state: 'applying', done: 0 })
    await begin(ctx, record)
  })

/** Opens the change set that an import of products is undone by, and queues the work. */
export async function begin(ctx: Ctx, record: queries.ImportRecord): Promise<void> {
  if (record.kind === 'products') {
    await queries.update(ctx, record.id, {
      changeSetId: await changes.open(ctx, 'import', `Import of ${record.fileName}`),
    })
  }
  await queue(ctx, 'imports.apply', record.id)
}

/** Stops an import; what it did stays and can be undone. @throws not_found */
export const cancel = (ctx: Ctx, id: number) =>
  inTransaction(ctx, async (ctx) => {
    const record = await queries.lock(ctx, id)
    if (!record) throw new AppError('not_found')
    if (['done', 'cancelled', 'failed'].includes(record.state)) return replyOf(record)
    await queries.update(ctx, id, { state: 'cancelled', finishedAt: ctx.services.clock.now() })
    if (record.changeSetId !== null) await changes.close(ctx, record.changeSetId, 'cancelled')
    return get(ctx, id)
  })

const REFUSED_AT_ONCE = 500

/** The refused rows of an import, with the cells as they came and the reasons in words. */
export async function* failedRows(ctx: Ctx, id: number): AsyncGenerator<{ cells: string[]; reason: string }> {
  for (let after = 0; ; ) {
    const units = await unitQueries.refused(ctx, id, after, REFUSED_AT_ONCE)
    if (units.length === 0) return
    const rows = units.flatMap(({ lines, errors }) => {
      const reason = Object.entries(errors)
        .map(([column, sentence]) => (column === '' ? sentence : `${column}: ${sentence}`))
        .join(' ')
      return lines.map((line) => ({ line, reason }))
    })
    // Units that come together are short together; one alone may be too long to be read at once.
    const step = units.length === 1 ? 1 : REFUSED_AT_ONCE
    for (let at = 0; at < rows.length; at += step) {
      const some = rows.slice(at, at + step)
      const cells = await queries.rows(
        ctx,
        id,
        some.map(({ line }) => line),
      )
      for (const { line, reason } of some) {
        yield { cells: cells.get(line) ?? [], reason }
        await breathe()
      }
    }
    after = units.at(-1)?.line ?? after
  }
}
