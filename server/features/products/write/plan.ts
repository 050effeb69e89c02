import type { ErrorCode } from '#contract/errors.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { type FieldsOf, fieldsOf as namesOf, picked, textKinds } from '#contract/products/fields.ts'
import type { updateProduct } from '#contract/products/products.ts'
import { SizeAndWeight } from '#contract/shapes.ts'
import { changedFields } from '#domain/products/history/changed.ts'
import { linkAttributes } from '#domain/products/attributes/defaults.ts'
import { type Held, type HeldVariation, type Snapshot } from '#domain/products/history/snapshot.ts'
import { tidyTags } from '#domain/products/tags.ts'
import { AppError, invalid } from '../../../errors.ts'
import { TOO_MUCH_MARKUP, isCleanable } from '#contract/html.ts'
import { plainText, sanitise } from '../../../http/requests/html.ts'
import type { Level } from '../../stock/service.ts'
import type * as templates from '../../templates/service.ts'
import type * as queries from '../queries.ts'
import { type VariationChange, type VariationPlan, planVariations } from '../variations.ts'

type Given = HandlerInput<typeof updateProduct>['body']['product']
type Counts = FieldsOf<'money' | 'count'>
/** What is left out stays as it is. Money in minor units. */
export type Change = Omit<Given, Counts | 'variations'> &
  Partial<Pick<Given, Counts>> & { variations?: VariationChange[] | undefined }
export type Stored = Awaited<ReturnType<typeof queries.lockMany>>[number]
export type StoredVariation = Awaited<ReturnType<typeof queries.variationsOf>>[number]
export type Template = NonNullable<
  Awaited<ReturnType<typeof templates.holdMany>> extends Map<number, infer T> ? T : never
>

/** Why one product was refused; `fields` by their names in tables. */
export interface Failure {
  code: ErrorCode
  message: string
  fields: Record<string, string>
}
export type ManyOutcome =
  /** `changeId`: its number in the history. */
  | { id: number; state: 'changed'; changeId: number; version: number; before: Snapshot; after: Snapshot }
  | { id: number; state: 'unchanged'; version: number }
  | ({ id: number; state: 'failed' } & Failure)

export const failure = (code: ErrorCode, message?: string, fields: Record<string, string> = {}): Failure =>
  failureOf(new AppError(code, message, { fields }))
export const failureOf = ({ code, message, fields = {} }: AppError): Failure => ({
  code,
  message,
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, sentence]) => [name.replace(/^product\./, ''), sentence]),
  ),
})
export const isFailure = (result: object | null): result is Failure =>
  result !== null && 'code' in result && 'message' in result

/** A change ready to be kept: texts cleaned, tags tidied. */
export const tidied = <
  T extends { title?: string | undefined; description?: string | undefined; tags?: string[] | undefined },
>(
  change: T,
): T | Failure => {
  const { title, description, tags } = change
  if (description !== undefined && !isCleanable(description)) return tooMuchMarkup
  return {
    ...change,
    ...(title === undefined ? {} : { title: plainText(title) }),
    ...(description === undefined ? {} : { description: sanitise(description) }),
    ...(tags ? { tags: tidyTags(tags) } : {}),
  }
}

const tooMuchMarkup = failure('invalid_input', TOO_MUCH_MARKUP, { description: TOO_MUCH_MARKUP })

/** A zero byte or half a character, which the database refuses. */
const UNKEEPABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/
/** What fits an index in any script: four bytes a character, of some 2,700. */
const TAG_CHARACTERS = 500

/** What the database, or the cleaner of descriptions, would refuse. */
export function refuseUnkeepable(change: {
  tags?: readonly string[] | undefined
  description?: string | undefined
}): Failure | null {
  if (change.description !== undefined && !isCleanable(change.description)) return tooMuchMarkup
  if (change.tags?.some((tag) => tag.length > TAG_CHARACTERS))
    return failure('invalid_input', `A tag can have up to ${TAG_CHARACTERS} characters.`, {
      tags: `Up to ${TAG_CHARACTERS} characters each.`,
    })
  return UNKEEPABLE.test(JSON.stringify(change))
    ? failure('invalid_input', 'A value contains a character that can’t be stored. Remove it.')
    : null
}

/** Whether a change concerns stock levels: their SKUs, their pieces or which there are. */
export const concernsLevels = ({ sku, templateId, quantity, sold, variations }: Change) =>
  [sku, templateId, quantity, sold, variations].some((field) => field !== undefined)

/** A product as stored, with its counts if its levels are locked. */
export function heldOf(p: Stored, variations: readonly StoredVariation[], levels: readonly Level[] | undefined): Held {
  const level = (id: number | null) => levels?.find((l) => l.variationId === id)
  return {
    ...fieldsOf(p),
    ...(levels
      ? {
          quantity: level(null)?.available ?? 0,
          sold: level(null)?.sold ?? 0,
          variations: variations.map((v) => heldVariation(v, v.id, level(v.id))),
        }
      : {}),
  }
}
export const heldVariation = (
  { name, sku, barcode, price, cost, images, selectedImages, attributes }: queries.VariationFields,
  id: number,
  level: { available: number; sold: number } | undefined,
): HeldVariation => ({
  id,
  name,
  sku,
  barcode,
  price,
  cost,
  images,
  selectedImages,
  attributes,
  quantity: level?.available ?? 0,
  sold: level?.sold ?? 0,
})

/** A variation whose pieces are not touched. */
export function withoutPieces(variation: HeldVariation) {
  const { quantity: _, sold: __, ...rest } = variation
  return rest
}

const plainFields = namesOf(...textKinds, 'money')
export const fieldsOf = (p: Stored): queries.Fields => ({
  templateId: p.templateId,
  sku: p.sku,
  ...picked(p, plainFields),
  tags: p.tags,
  attributes: p.attributes,
  images: p.images,
  active: p.active,
  sizeAndWeight: SizeAndWeight.parse(p.sizeAndWeight),
  configuration: { dynamicMappingEnabled: p.configuration.dynamicMappingEnabled ?? false },
})

export interface Planned {
  id: number
  change: Change
  stored: Stored
  template: Template
  current: Held
  fields: queries.Fields
  levels: Map<number | null, Level>
  variations: VariationPlan | null
  /** Of each variation that goes on, what its level shows afterwards. */
  changed: { old: Record<string, unknown>; new: Record<string, unknown> } | null
  counted: { old: Record<string, unknown>; new: Record<string, unknown> } | null
}

/** What a change makes of one product. */
export function planOne(
  stored: Stored,
  product: Held,
  change: Change,
  template: Template,
  levels: readonly Level[],
  variations: readonly StoredVariation[],
): Planned | Failure {
  try {
    const was = fieldsOf(stored)
    const fields = { ...was, ...changeOf(change, template) }
    const plan = change.variations ? planVariations(variations, change.variations, template.attributes) : null
    const byVariation = new Map(levels.map((l) => [l.variationId, l]))
    refuseBusy(plan, byVariation)
    refuseBundled(change, plan, byVariation)
    return {
      id: stored.id,
      change,
      stored,
      template,
      current: product,
      fields,
      levels: byVariation,
      variations: plan,
      changed: changedFields(was, fields),
      counted: counted(change, plan, byVariation, variations),
    }
  } catch (error) {
    if (error instanceof AppError) return failureOf(error)
    throw error
  }
}

/** The fields that a change sets. */
function changeOf(change: Change, template: Template): Partial<queries.Fields> {
  const { id: _, version: __, quantity: ___, sold: ____, variations: _____, ...rest } = change
  const ready = { ...rest, attributes: change.attributes && linkAttributes(change.attributes, template.attributes) }
  return Object.fromEntries(Object.entries(ready).filter(([, value]) => value !== undefined))
}

/** @throws invalid_input where pieces of a variation that is to go are promised to orders */
function refuseBusy(plan: VariationPlan | null, levels: ReadonlyMap<number | null, Level>) {
  const busy = plan?.removed.find((v) => (levels.get(v.id)?.reserved ?? 0) > 0)
  if (busy)
    throw invalid('product.variations', `“${busy.name}” is in open orders. Ship or cancel them before removing it.`)
}

/** A bundle has what its components allow, and what bundles are made of stays as it is. @throws invalid_input */
function refuseBundled(
  { quantity, variations }: Change,
  plan: VariationPlan | null,
  levels: ReadonlyMap<number | null, Level>,
) {
  const own = levels.get(null)
  if (own?.bundled === 'bundle' && quantity !== undefined && quantity !== own.available)
    throw invalid('product.quantity', `${own.sku} is a bundle. Change its components’ quantities instead.`)
  if (own?.bundled && plan && plan.updated.length + plan.added.length > 0)
    throw invalid(
      'product.variations',
      own.bundled === 'bundle'
        ? `Bundles can’t have variations. Remove the bundle ${own.sku} first.`
        : `${own.sku} is a bundle component, so it can’t have variations. Remove it from the bundle first.`,
    )
  variations?.forEach((variation, at) => {
    const level = levels.get(variation.id ?? 0)
    if (level?.bundled === 'bundle' && variation.quantity !== undefined && variation.quantity !== level.available)
      throw invalid(
        `product.variations.${at}.quantity`,
        `${level.sku} is a bundle. Change its components’ quantities instead.`,
      )
  })
  const part = plan?.removed.find((v) => levels.get(v.id)?.bundled === 'component')
  if (part)
    throw invalid('product.variations', `“${part.name}” is a bundle component. Remove it from the bundle first.`)
}

/** What changes of counts and variations, as the history shows it. */
function counted(
  { quantity, sold, variations: requested }: Change,
  plan: VariationPlan | null,
  levels: ReadonlyMap<number | null, Level>,
  before: readonly StoredVariation[],
) {
  if (quantity === undefined && sold === undefined && !requested) return null
  const own = levels.get(null)
  return changedFields(
    { quantity: own?.available, sold: own?.sold, variations: before.map((v) => seen(v, {}, levels.get(v.id))) },
    {
      quantity,
      sold,
      variations: plan ? inOrder(plan).map((v) => seen(v.fields, v.change, levels.get(v.fields.id ?? 0))) : undefined,
    },
  )
}
const inOrder = ({ updated, added }: VariationPlan) =>
  [...updated, ...added].toSorted((a, b) => a.fields.position - b.fields.position)

/** One that is new has no id yet. */
const seen = (fields: queries.VariationFields, counted: Partial<VariationChange>, level: Level | undefined) => ({
  ...heldVariation(fields, 0, {
    available: counted.quantity ?? level?.available ?? 0,
    sold: counted.sold ?? level?.sold ?? 0,
  }),
  id: fields.id,
})

/** The product as it is after its plan. @param made ids of new variations by SKU */
export function heldAfter(
  { current, fields, change, variations, levels }: Planned,
  made: ReadonlyMap<string, number>,
): Held {
  const level = (id: number | undefined, variation: VariationChange) => {
    const before = levels.get(id ?? null)
    return {
      available: variation.quantity ?? (id === undefined ? 0 : before?.available) ?? 0,
      sold: variation.sold ?? (id === undefined ? 0 : before?.sold) ?? 0,
    }
  }
  return {
    ...current,
    ...fields,
    ...(current.quantity === undefined
      ? {}
      : { quantity: change.quantity ?? current.quantity, sold: change.sold ?? current.sold ?? 0 }),
    ...(variations
      ? {
          variations: inOrder(variations).map((v) =>
            heldVariation(v.fields, v.fields.id ?? made.get(v.fields.sku) ?? 0, level(v.fields.id, v.change)),
          ),
        }
      : {}),
  }
}
