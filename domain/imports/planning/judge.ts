import type { ImportOutcome } from '#contract/imports.ts'
import type { Held } from '../../products/history/snapshot.ts'
import { type Changed, type Cleaner, type Difference, differences, newProduct } from './diff.ts'
import { type ReadProduct, type ReadVariation, UNUSED_DELETE } from './product.ts'

/** What is known of the organization where a file meets it. */
export interface Known {
  /** Whose a SKU is: a product's own, or one of its variations'. */
  owner(sku: string): { id: number; variationId: number | null } | undefined
  product(id: number): Held | undefined
  templateByName(name: string): number | undefined
  templateName(id: number): string | undefined
  /** The template of rows that name none; null where each row names its own (IMP-112). */
  single: number | null
  /** Rows name their templates. */
  perRow: boolean
  /** A template that is not there will be made. */
  makesTemplates: boolean
  /** Products that are here already are changed; else their rows are skipped. */
  updates: boolean
  clean: Cleaner
}

export interface MoveTo {
  id: number
  from: string
  to: string
}
/** What becomes of a product of a file. */
export type Judgement =
  | { outcome: 'create'; product: ReturnType<typeof newProduct>; errors: Record<string, string> }
  | {
      outcome: 'update'
      productId: number
      templateId: number
      read: ReadProduct
      moveTo: MoveTo | undefined
      change: Changed
      list: Difference[]
      errors: Record<string, string>
    }
  | { outcome: 'unchanged' | 'delete'; productId: number; errors: Record<string, string> }
  | { outcome: 'skip' | 'error'; productId: null; errors: Record<string, string> }

const skip = (sentence: string): Judgement => ({ outcome: 'skip', productId: null, errors: { '': sentence } })
const error = (errors: Record<string, string>): Judgement => ({ outcome: 'error', productId: null, errors })

/** IMP-082, IMP-083, IMP-103, IMP-104. */
export function judge(read: ReadProduct, known: Known): Judgement {
  if (read.remove) return judgeRemoval(read, known)
  if (read.asksToDelete) return skip(UNUSED_DELETE)
  if (read.errors[''] !== undefined) return error(read.errors)
  const template = templateOf(read, known)
  if ('skip' in template) return skip(template.skip)
  const owner = known.owner(read.sku)
  const aimed = owner === undefined || owner.variationId === null ? read : asVariation(read)
  const stranger = aimed.variations.find((v) => !v.remove && (known.owner(v.sku)?.id ?? owner?.id) !== owner?.id)
  if (stranger)
    return error({
      ...read.errors,
      '': `The SKU ${stranger.sku} is already in use by another product (line ${stranger.line}).`,
    })
  if (!owner) return judgeNew(read, template.id)
  if (!known.updates) return skip(`${read.sku} already exists.`)
  const now = known.product(owner.id)
  if (!now) return error({ ...read.errors, '': 'This product was deleted meanwhile.' })
  // One template for all rows is for what is new; a row that names its own moves its product there.
  const moveTo =
    known.perRow && owner.variationId === null && template.id !== now.templateId
      ? {
          id: template.id,
          from: known.templateName(now.templateId) ?? '',
          to: known.templateName(template.id) ?? read.template,
        }
      : undefined
  const diff = differences(aimed, now, known.clean, moveTo)
  if (!diff) return { outcome: 'unchanged', productId: owner.id, errors: read.errors }
  return {
    outcome: 'update',
    productId: owner.id,
    templateId: moveTo?.id ?? now.templateId,
    read: aimed,
    moveTo,
    ...diff,
    errors: read.errors,
  }
}

function judgeRemoval(read: ReadProduct, known: Known): Judgement {
  if (read.sku === '') return error(read.errors)
  const owner = known.owner(read.sku)
  if (!owner) return skip('No product has this SKU.')
  if (owner.variationId !== null)
    return error({
      '': 'This SKU belongs to a variation. Place the row below its product and enter the product’s SKU as Parent SKU.',
    })
  return { outcome: 'delete', productId: owner.id, errors: {} }
}

function judgeNew(read: ReadProduct, templateId: number): Judgement {
  if (read.orphan) return error({ ...read.errors, '': `The parent SKU ${read.sku} doesn’t exist.` })
  return { outcome: 'create', product: newProduct(read, templateId), errors: read.errors }
}

function templateOf({ template, templateId }: ReadProduct, known: Known): { id: number } | { skip: string } {
  if (template !== '') {
    const id = known.templateByName(template)
    if (id !== undefined) return { id }
    return known.makesTemplates ? { id: 0 } : { skip: `There is no template “${template}”.` }
  }
  if (templateId !== null && known.perRow)
    return known.templateName(templateId) === undefined
      ? { skip: `There is no template ${templateId}.` }
      : { id: templateId }
  return known.single === null ? { skip: 'This row has no template.' } : { id: known.single }
}

/** A row whose SKU is that of a variation changes that variation, in what a variation has of its own. */
function asVariation(read: ReadProduct): ReadProduct {
  const { line, sku, price, cost, quantity, sold, images } = read
  const variation: ReadVariation = {
    line,
    sku,
    name: '',
    attributes: [],
    remove: false,
    ...(price === undefined ? {} : { price }),
    ...(cost === undefined ? {} : { cost }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(sold === undefined ? {} : { sold }),
    ...(images ? { images } : {}),
  }
  return {
    line,
    sku,
    template: read.template,
    templateId: read.templateId,
    remove: false,
    orphan: false,
    texts: {},
    size: {},
    attributes: [],
    variations: [variation],
    errors: read.errors,
  }
}

export const outcomesOf = (outcomes: Iterable<ImportOutcome>): Partial<Record<ImportOutcome, number>> => {
  const counts: Partial<Record<ImportOutcome, number>> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** Counts of one step added to those before it. */
export function addOutcomes(
  a: Partial<Record<ImportOutcome, number>>,
  b: Partial<Record<ImportOutcome, number>>,
): Partial<Record<ImportOutcome, number>> {
  const sum = { ...a }
  for (const [outcome, n] of Object.entries(b) as [ImportOutcome, number][]) sum[outcome] = (sum[outcome] ?? 0) + n
  return sum
}
