import { z } from 'zod'
import type { HandlerReply } from '#contract/endpoint.ts'
import { type bulkInsert as endpoint } from '#contract/imports.ts'
import { NewProduct } from '#contract/products/products.ts'
import { Id } from '#contract/shapes.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import type { Ctx } from '../../context.ts'
import { sentenceOf } from '../../http/requests/sentences.ts'
import * as changes from '../changes/service.ts'
import * as products from '../products/service.ts'
import * as queries from './queries.ts'

type Reply = HandlerReply<typeof endpoint>
/** A parsed product of a preview (IMP-088..102): its template by id or by name; images are addresses. */
const Given = NewProduct.extend({ templateId: Id.optional(), templateName: z.string().optional() })
type Given = z.output<typeof Given>
interface Entry {
  index: number
  input: Given
}

/** How far the writing of products is. */
type Written = Reply & { next: number }

/** Writes the next products, each by its SKU: those that are there are changed, the others made (IMP-181, IMP-182). */
export async function insertSome(
  ctx: Ctx,
  input: readonly Record<string, unknown>[],
  before?: Written,
): Promise<Written> {
  const { entries, failed } = readAll(input)
  const { next, ...so } = before ?? { next: 0, written: 0, failed, changeSetId: null }
  const part = await write(ctx, entries.slice(next, next + CHUNK), so.changeSetId)
  return {
    next: next + CHUNK,
    written: so.written + part.written,
    failed: [...so.failed, ...part.failed],
    changeSetId: part.changeSetId,
  }
}

/** Writes what is left of them. @param goOn writes the next ones */
export async function insertRest(
  input: readonly Record<string, unknown>[],
  begun: Written,
  goOn: (work: (ctx: Ctx, left: Written) => Promise<Written>) => Promise<Written>,
): Promise<Reply> {
  let now = begun
  while (now.next < input.length) now = await goOn((ctx, left) => insertSome(ctx, input, left))
  const { next: _, failed, ...reply } = now
  return { ...reply, failed: failed.toSorted((a, b) => a.index - b.index) }
}

function readAll(input: readonly Record<string, unknown>[]): { entries: Entry[]; failed: Reply['failed'] } {
  const failed: Reply['failed'] = []
  const entries: Entry[] = []
  const seen = new Set<string>()
  input.forEach((row, index) => {
    const read = Given.safeParse(row, { error: sentenceOf })
    const sku = typeof row.sku === 'string' ? row.sku.trim() : ''
    if (!read.success) {
      const fields: Record<string, string> = {}
      for (const issue of read.error.issues) fields[issue.path.join('.')] ??= issue.message
      failed.push({ index, sku, message: Object.values(fields)[0] ?? 'This product cannot be read.', fields })
    } else if (seen.has(sku))
      failed.push({
        index,
        sku,
        message: 'This SKU appears twice.',
        fields: { sku: 'This SKU appears twice.' },
      })
    else entries.push({ index, input: read.data })
    seen.add(sku)
  })
  return { entries, failed }
}

const CHUNK = 250

function productOf(input: Given) {
  const { templateName: _, templateId: __, ...product } = input
  return product
}

async function write(ctx: Ctx, entries: readonly Entry[], openSet: number | null): Promise<Reply> {
  const owners = await products.productsBySku(
    ctx,
    entries.map((e) => e.input.sku),
  )
  const byName = new Map([...(await queries.templateNames(ctx))].map(([id, name]) => [nameKey(name), id]))
  const templateOf = ({ templateId, templateName }: Given) => templateId ?? byName.get(nameKey(templateName ?? ''))
  const there = entries.filter((e) => owners.get(e.input.sku)?.variationId === null)
  const [fresh, lost] = [
    entries.filter((e) => !owners.has(e.input.sku) && templateOf(e.input) !== undefined),
    entries.filter((e) => (owners.has(e.input.sku) ? !there.includes(e) : templateOf(e.input) === undefined)),
  ]
  const made =
    fresh.length > 0
      ? await products.createMany(
          ctx,
          fresh.map(({ input }) => ({ ...productOf(input), templateId: templateOf(input) ?? 0 })),
        )
      : []
  const changed =
    there.length > 0
      ? await products.updateMany(
          ctx,
          there.map(({ input }) => ({ ...productOf(input), id: owners.get(input.sku)?.id ?? 0 })),
          { reason: 'import' },
        )
      : []
  const items = [...made.map((o) => changes.created(o)), ...changed.map((o) => changes.changed(o))].filter(
    (item) => item.state === 'changed',
  )
  const changeSetId =
    openSet ?? (items.length > 0 ? await changes.open(ctx, 'import', 'Products written in one go') : null)
  if (changeSetId !== null) {
    await changes.record(ctx, changeSetId, items)
    // Over after each part: whatever happens to the next one, this one can be undone.
    await changes.close(ctx, changeSetId, 'done')
  }
  const failed = [...made.map((o, n) => ({ o, e: fresh[n] })), ...changed.map((o, n) => ({ o, e: there[n] }))].flatMap(
    ({ o, e }) =>
      o.state === 'failed' && e ? [{ index: e.index, sku: e.input.sku, message: o.message, fields: o.fields }] : [],
  )
  const refused = lost.map((e) => {
    const [field, message] = owners.has(e.input.sku)
      ? ['sku', 'This SKU belongs to a variation.']
      : ['templateId', 'There is no such template.']
    return { index: e.index, sku: e.input.sku, message, fields: { [field]: message } }
  })
  return { written: made.length + changed.length - failed.length, failed: [...failed, ...refused], changeSetId }
}
