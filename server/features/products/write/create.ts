import { judge } from '#domain/products/readiness.ts'
import { withDefaults } from '#domain/products/attributes/defaults.ts'
import { type Snapshot, heldOf, snapshotOf } from '#domain/products/history/snapshot.ts'
import { tidyTags } from '#domain/products/tags.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { type FieldsOf, fieldsOf } from '#contract/products/fields.ts'
import type { createProduct } from '#contract/products/products.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { breathe } from '../../../breathe.ts'
import { together } from '../../../db/connection/pipelined.ts'
import { AppError } from '../../../errors.ts'
import { plainText, sanitise } from '../../../http/requests/html.ts'
import { type AuditEntry, auditMany } from '../../audit.ts'
import { type WantedPart, makeOf } from '../../stock/bundles.ts'
import * as stock from '../../stock/service.ts'
import * as templates from '../../templates/service.ts'
import { retryingNames, skuTaken } from './names.ts'
import { type Failure, type Template, failure, heldVariation, isFailure, refuseUnkeepable } from './plan.ts'
import * as queries from '../queries.ts'
import { planVariations } from '../variations.ts'

type Given = HandlerInput<typeof createProduct>['body']['product']
type Blank = FieldsOf<'money' | 'count'>
/** What is left out takes the template's default, or is empty or 0. Money in minor units. */
export type NewProduct = Omit<Given, Blank> & Partial<Pick<Given, Blank>> & { createdAt?: Date | undefined }
export type CreateOutcome = { state: 'created'; id: number; after: Snapshot } | ({ state: 'failed' } & Failure)

/** Amounts that are left out are 0. */
const moneyOf = (amounts: Partial<Record<FieldsOf<'money'>, number | undefined>>) =>
  Object.fromEntries(fieldsOf('money').map((name) => [name, amounts[name] ?? 0])) as Record<FieldsOf<'money'>, number>

/** What a product's condition is when nothing is said (PRO-071). */
const NEW = 'New'

interface Variation extends queries.VariationFields {
  quantity: number
  sold: number
}
/** A product about to be written. */
interface Entry {
  row: queries.NewRow | queries.OldRow
  quantity: number
  sold: number
  variations: Variation[]
}

/** Makes up to 500 products from their templates, whose defaults fill what is left empty. A refused one does not stop the others. @returns in the order given */
export const createMany = (ctx: Ctx, products: readonly NewProduct[]): Promise<CreateOutcome[]> =>
  inTransaction(ctx, async (ctx) => {
    const locked = await templates.holdMany(
      ctx,
      products.map((p) => p.templateId),
    )
    const entries: (Entry | Failure)[] = []
    for (const product of products) {
      const template = locked.get(product.templateId)
      const refused = template
        ? refuseUnkeepable(product)
        : failure('not_found', 'This template does not exist.', { templateId: 'This template does not exist.' })
      entries.push(refused ?? entryOf(product, template as Template))
      await breathe()
    }
    return insert(ctx, entries, 'create')
  })

function entryOf(product: NewProduct, template: Template): Entry {
  const filled = withDefaults({ ...product, tags: product.tags && tidyTags(product.tags) }, template)
  const fields: queries.Fields = {
    ...filled,
    title: plainText(filled.title),
    description: sanitise(filled.description),
    templateId: product.templateId,
    sku: product.sku,
    active: product.active ?? true,
    condition: product.condition?.trim() || NEW,
    notes: product.notes ?? '',
    barcode: product.barcode ?? '',
    ...moneyOf(product),
    images: product.images ?? [],
  }
  const { added } = planVariations(
    [],
    (product.variations ?? []).map((v) => ({ ...v, id: undefined })),
    template.attributes,
  )
  return {
    row: { ...fields, readiness: judge(fields, template.attributes).readiness, createdAt: product.createdAt },
    quantity: product.quantity ?? 0,
    sold: product.sold ?? 0,
    variations: added.map(({ change, fields }) => ({
      ...fields,
      quantity: change.quantity ?? 0,
      sold: change.sold ?? 0,
    })),
  }
}

/** Brings deleted products back as `removeMany` saw them, under their ids. @returns in the order given */
export const restoreMany = (
  ctx: Ctx,
  products: readonly { id: number; before: Snapshot }[],
): Promise<CreateOutcome[]> =>
  inTransaction(ctx, async (ctx) => {
    const locked = await templates.holdMany(
      ctx,
      products.map(({ before }) => Number(before.templateId)),
    )
    const there = new Set(
      (
        await queries.lockMany(
          ctx,
          products.map((p) => p.id),
          'change',
        )
      ).map((p) => p.id),
    )
    const entries = products.map(({ id, before }) => {
      const template = locked.get(Number(before.templateId))
      if (there.has(id)) return failure('cannot_undo', 'This product already exists again.')
      return template ? oldEntry(id, before, template) : failure('not_found', 'Its template has been deleted.')
    })
    const outcomes = await insert(ctx, entries, 'restore')
    await queries.restoreListings(
      ctx,
      products.flatMap(({ before }, n) =>
        outcomes[n]?.state === 'created' ? ((before.listings ?? []) as object[]) : [],
      ),
    )
    for (const [n, { id, before }] of products.entries())
      if (outcomes[n]?.state === 'created' && before.bundle) await bundleAgain(ctx, id, before.bundle as WantedPart[])
    return outcomes
  })

/** One whose components are gone, or are bundles now, comes back as a product without pieces. */
async function bundleAgain(ctx: Ctx, id: number, parts: readonly WantedPart[]): Promise<void> {
  const own = (await stock.levelsOf(ctx, [id])).find(({ variationId }) => variationId === null)
  try {
    if (own) await makeOf(ctx, own.id, parts)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    ctx.services.log.info({ err: error, productId: id }, 'a restored product is no longer a bundle')
  }
}

function oldEntry(id: number, before: Snapshot, template: Template): Entry {
  const { version, createdAt, listings: _, bundle: __, ...own } = before
  const { quantity = 0, sold = 0, variations = [], ...fields } = heldOf(own)
  const { readiness } = judge(fields, template.attributes)
  return {
    row: { ...fields, id, version: Number(version) + 1, readiness, createdAt: new Date(String(createdAt)) },
    quantity,
    sold,
    variations: variations.map((v, position) => ({ ...v, position })),
  }
}

const isEntry = (entry: Entry | Failure): entry is Entry => !isFailure(entry)
const skusOf = ({ row, variations }: Entry) => [row.sku, ...variations.map((v) => v.sku)]

async function insert(ctx: Ctx, inputs: readonly (Entry | Failure)[], action: string): Promise<CreateOutcome[]> {
  const skus = inputs.filter(isEntry).flatMap(skusOf)
  if (skus.length === 0) return inputs.map((entry) => ({ state: 'failed', ...(entry as Failure) }))
  return retryingNames(ctx, async (tries) => {
    // The SKU of one new product is hardly ever taken, and the index says so where it is; among many the taken ones are left out first.
    const known = inputs.length === 1 && tries === 1 ? [] : await stock.levelsBySku(ctx, skus)
    const inUse = new Set(known.map((l) => l.sku))
    const entries = inputs.map((entry) => (isEntry(entry) && !claim(inUse, skusOf(entry)) ? skuTaken() : entry))
    const made = await write(ctx, entries.filter(isEntry), action)
    return entries.map(
      (entry): CreateOutcome => (isEntry(entry) ? created(entry, made) : { state: 'failed', ...entry }),
    )
  })
}

function claim(inUse: Set<string>, skus: readonly string[]): boolean {
  if (new Set(skus).size < skus.length || skus.some((sku) => inUse.has(sku))) return false
  for (const sku of skus) inUse.add(sku)
  return true
}

interface Made {
  products: Map<string, number>
  variations: Map<string, number>
}

async function write(ctx: Ctx, entries: readonly Entry[], action: string): Promise<Made> {
  const products = await queries.insertMany(ctx, entries.map((e) => e.row) as queries.NewRow[])
  const idOf = ({ row }: Entry) => products.get(row.sku) ?? 0
  const variations = new Map(
    (
      await queries.insertVariations(
        ctx,
        entries.flatMap((e) => e.variations.map((v) => ({ ...v, productId: idOf(e) }))),
      )
    ).map((v) => [v.sku, v.id]),
  )
  await together([
    stock.createLevels(
      ctx,
      entries.flatMap((e) => [
        { sku: e.row.sku, productId: idOf(e), variationId: null, quantity: e.quantity, sold: e.sold },
        ...e.variations.map((v) => ({
          sku: v.sku,
          productId: idOf(e),
          variationId: variations.get(v.sku) ?? null,
          quantity: v.quantity,
          sold: v.sold,
        })),
      ]),
    ),
    auditMany(
      ctx,
      entries.map(
        (e): AuditEntry => ({
          entity: 'product',
          entityId: idOf(e),
          action,
          new: { sku: e.row.sku, title: e.row.title, price: e.row.price, quantity: e.quantity },
        }),
      ),
    ),
  ])
  return { products, variations }
}

function created({ row, quantity, sold, variations }: Entry, made: Made): CreateOutcome {
  const { readiness: _, createdAt: __, ...fields } = row
  const after = snapshotOf({
    ...fields,
    quantity,
    sold,
    variations: variations.map((v) =>
      heldVariation(v, made.variations.get(v.sku) ?? 0, { available: v.quantity, sold: v.sold }),
    ),
  })
  return { state: 'created', id: made.products.get(row.sku) ?? 0, after }
}
