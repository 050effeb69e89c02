import type { HandlerInput } from '#contract/endpoint.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import { roles } from '#contract/permissions.ts'
import { SizeAndWeight as sizeAndWeight } from '#contract/shapes.ts'
import {
  type TemplateAttribute,
  type addAttributes as addEndpoint,
  builtInAttributes,
  type createTemplate,
  type listTemplates,
  mostAttributes,
  mostValues,
  type saveTemplate,
  tooManyAttributes,
} from '#contract/templates.ts'
import { changedFields } from '#domain/products/history/changed.ts'
import { isSafetyAttribute } from '#domain/safety/names.ts'
import { renameReferences } from '#domain/products/attributes/references.ts'
import { tidyTags } from '#domain/products/tags.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { type AttributePlan, concernsProducts, followVariations, planAttributes } from '#domain/templates/attributes.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { plainText, sanitise } from '../../http/requests/html.ts'
import { together } from '../../db/connection/pipelined.ts'
import { enqueue } from '../../jobs/queue.ts'
import { audit } from '../audit.ts'
import { oweTemplate } from '../outbox/service.ts'
import * as queries from './queries.ts'

type Change = HandlerInput<typeof saveTemplate>['body']['productTemplate']
/** What an attribute is when nothing more is said (TPL-138, TPL-148). */
const plain = { type: 'text', defaultValue: '', constraint: 'optional', options: [] as string[] } as const
const NAME_LENGTH = 120

export const list = (ctx: Ctx, page: HandlerInput<typeof listTemplates>['query']) => queries.rows(ctx, page)
export const attributeNames = (ctx: Ctx) => queries.attributeNames(ctx)

/** @throws not_found */
export async function get(ctx: Ctx, id: number) {
  const row = await queries.find(ctx, id)
  if (!row) throw new AppError('not_found')
  const [attributes, products] = [await queries.attributesOf(ctx, id), await queries.countProducts(ctx, id)]
  const { organizationId, priceSearch: _, ...template } = row
  return {
    ...template,
    clientId: organizationId,
    attributes,
    products,
    sizeAndWeight: sizes(template.sizeAndWeight),
    configuration: { dynamicMappingEnabled: template.configuration.dynamicMappingEnabled ?? false },
  }
}

const sizes = (stored: Partial<SizeAndWeight>) => sizeAndWeight.parse(stored)

/** Templates with their attributes by id, kept from being deleted until the transaction ends, locked in the order of ids; what does not exist is missing. */
export const holdMany = (ctx: Ctx, ids: readonly number[]) => hold(ctx, { ids: [...new Set(ids)], productIds: [] })

/** The same of products, which are held before, and of these besides. */
export const holdOfProducts = (ctx: Ctx, productIds: readonly number[], ids: readonly number[]) =>
  hold(ctx, { ids: [...new Set(ids)], productIds })

async function hold(ctx: Ctx, which: queries.WhichTemplates) {
  // Sent together, answered one after the other: attributes are read under the lock.
  const [template, attributes] =
    which.ids.length + which.productIds.length > 0
      ? await together([queries.lockMany(ctx, which), queries.attributesOfMany(ctx, which)])
      : [[], []]
  const of = Map.groupBy(attributes, (a) => a.templateId)
  return new Map(template.map((t) => [t.id, { ...t, attributes: of.get(t.id) ?? [] }]))
}

/** A template's name and attributes. @throws not_found */
export async function summaryOf(ctx: Ctx, id: number) {
  const { name, attributes } = await withAttributes(ctx, id)
  return { id, name, attributes }
}
async function withAttributes(ctx: Ctx, id: number) {
  const [template, attributes] = await Promise.all([queries.find(ctx, id), queries.attributesOf(ctx, id)])
  if (!template) throw new AppError('not_found')
  return { ...template, attributes }
}

/** The attributes of a template, for judging what its products lack. */
export const attributesOf = (ctx: Ctx, id: number) => queries.attributesOf(ctx, id)

/** Of each attribute of a template, in its order, which values its products have. @throws not_found */
export async function valueCounts(ctx: Ctx, id: number) {
  const { attributes } = await summaryOf(ctx, id)
  const counted = Map.groupBy(await queries.valueCounts(ctx, id, mostValues), ({ key }) => key)
  return attributes.map(({ name }) => {
    const rows = counted.get(nameKey(name)) ?? []
    return {
      name,
      products: rows[0]?.products ?? 0,
      different: rows[0]?.different ?? 0,
      values: rows.map(({ value, count }) => ({ value, count })),
    }
  })
}

/** Makes a template with the built-in attributes. @throws template_taken */
export const create = (
  ctx: Ctx,
  { name, description, notes }: HandlerInput<typeof createTemplate>['body']['productTemplate'],
) =>
  inTransaction(ctx, async (ctx) => {
    const id = await queries.insert(ctx, { name, details: description, notes })
    await queries.insertAttributes(
      ctx,
      id,
      builtInAttributes.map((name, index) => ({ ...plain, name, index })),
    )
    await audit(ctx, { entity: 'template', entityId: id, action: 'create', new: { name } })
    return { id }
  })

/** The template of this name with these attributes; made where there is none. @throws template_taken when another one is made at the same moment */
export const named = (
  ctx: Ctx,
  { name, attributes }: { name: string; attributes: { name: string; options: string[] }[] },
) =>
  inTransaction(ctx, async (ctx) => {
    const id = (await queries.idOfName(ctx, name)) ?? (await create(ctx, { name, description: '', notes: '' })).id
    const required = attributes.map((a) => ({ ...a, constraint: 'required' as const }))
    return required.length > 0 ? addAttributes(ctx, { templateId: id, attributes: required }) : get(ctx, id)
  })

/**
 * Saves what is given of a template. A changed list of attributes has its products judged again by a job.
 * @throws not_found, template_taken, invalid_input, forbidden
 */
export const save = (ctx: Ctx, id: number, change: Change) =>
  inTransaction(ctx, async (ctx) => {
    const before = await queries.lock(ctx, id, 'update')
    if (!before) throw new AppError('not_found')
    const { attributes, variations, ...rest } = change
    if (change.isStock !== undefined && change.isStock !== before.isStock && ctx.roleId !== roles.superAdmin)
      throw new AppError('forbidden')
    const current = await queries.attributesOf(ctx, id)
    const plan = planAttributes(current, attributes ?? current)
    refuse(plan)
    if (attributes) await apply(ctx, id, current, plan)
    if (safetyDefaults(current) !== safetyDefaults([...plan.remaining, ...plan.added]))
      await oweTemplate(ctx, id, 'revise')
    const fields = {
      ...fieldsOf(rest, before, plan),
      variations: variations ? known(variations, plan) : followVariations(before.variations, plan),
    }
    await queries.update(ctx, id, fields)
    const changed = changedFields(
      { ...before, attributes: summary(current) },
      { ...fields, attributes: summary([...plan.remaining, ...plan.added]) },
    )
    if (changed) await audit(ctx, { entity: 'template', entityId: id, action: 'update', ...changed })
    return get(ctx, id)
  })

/** The defaults that listings of the template go by where their products say nothing. */
const safetyDefaults = (attributes: readonly Pick<TemplateAttribute, 'name' | 'defaultValue'>[]): string =>
  attributes
    .filter(({ name, defaultValue }) => isSafetyAttribute(name) && defaultValue.trim() !== '')
    .map(({ name, defaultValue }) => JSON.stringify([nameKey(name), defaultValue]))
    .toSorted()
    .join()

/** What of a template's products is looked for where prices are suggested; attributes that are gone are not. @throws not_found */
export async function priceSearch(ctx: Ctx, id: number): Promise<queries.PriceSearch> {
  const { priceSearch, attributes: own } = await withAttributes(ctx, id)
  const { title = '', attributes = [] } = priceSearch
  const there = new Set(own.map(({ name }) => nameKey(name)))
  return { title, attributes: attributes.filter((name) => there.has(nameKey(name))) }
}

/** @throws not_found, invalid_input */
export const savePriceSearch = (ctx: Ctx, id: number, { title, attributes }: queries.PriceSearch) =>
  inTransaction(ctx, async (ctx) => {
    const before = await queries.lock(ctx, id, 'update')
    if (!before) throw new AppError('not_found')
    const names = new Map((await queries.attributesOf(ctx, id)).map(({ name }) => [nameKey(name), name]))
    const known = attributes.map((attribute, n) => {
      const name = names.get(nameKey(attribute))
      if (!name) throw invalid(`attributes.${n}`, `"${attribute}" is not an attribute of this template.`)
      return name
    })
    const search = { title: plainText(title), attributes: [...new Set(known)] }
    await queries.update(ctx, id, { priceSearch: search })
    const changed = changedFields({ priceSearch: before.priceSearch }, { priceSearch: search })
    if (changed) await audit(ctx, { entity: 'template', entityId: id, action: 'update', ...changed })
  })

/** What a person reads of attributes in the history, in their order. */
export const summary = (attributes: readonly Omit<TemplateAttribute, 'id'>[]) =>
  attributes
    .toSorted((a, b) => a.index - b.index)
    .map(({ name, constraint, defaultValue }) => ({ name, constraint, defaultValue }))

function refuse({ problems }: AttributePlan) {
  const entries = Object.entries(problems)
  const [first] = entries
  if (!first) return
  const fields = Object.fromEntries(
    entries.map(([at, sentence]) => [`productTemplate.attributes${at ? `.${at}` : ''}`, sentence]),
  )
  throw new AppError('invalid_input', first[1], { fields })
}

async function apply(ctx: Ctx, id: number, current: TemplateAttribute[], plan: AttributePlan) {
  await queries.deleteAttributes(
    ctx,
    plan.removed.map((a) => a.id),
  )
  if (plan.renamed.length > 0)
    await queries.parkNames(
      ctx,
      plan.renamed.map((r) => r.id),
    )
  await queries.updateAttributes(ctx, plan.remaining)
  await queries.insertAttributes(ctx, id, plan.added)
  if (concernsProducts(current, plan)) await judgeProducts(ctx, id)
}

/** Has the products of a template judged again, by a job. */
export const judgeProducts = (ctx: Ctx, templateId: number) =>
  enqueue(
    ctx,
    'products.judge',
    { organizationId: ctx.organizationId, templateId },
    { key: `${ctx.organizationId}:${templateId}` },
  )

/** The columns that a change sets; texts follow renamed attributes. */
function fieldsOf(
  change: Omit<Change, 'attributes' | 'variations'>,
  before: { title: string; description: string; priceSearch: Partial<queries.PriceSearch> },
  { renamed }: AttributePlan,
): queries.TemplateFields {
  const { name, details, notes, tags, sizeAndWeight, configuration, isStock } = change
  const follow = (text: string) => renamed.reduce((t, { from, to }) => renameReferences(t, from, to), text)
  const title = change.title === undefined ? before.title : plainText(change.title)
  const description = change.description === undefined ? before.description : sanitise(change.description)
  const { attributes = [], title: searched = '' } = before.priceSearch
  const renames = new Map(renamed.map(({ from, to }) => [nameKey(from), to]))
  return {
    ...(renames.size > 0 && {
      priceSearch: {
        title: follow(searched),
        attributes: attributes.map((attribute) => renames.get(nameKey(attribute)) ?? attribute),
      },
    }),
    ...(name === undefined ? {} : { name }),
    ...(details === undefined ? {} : { details }),
    ...(notes === undefined ? {} : { notes }),
    ...(tags ? { tags: tidyTags(tags) } : {}),
    title: follow(title),
    description: follow(description),
    ...(sizeAndWeight ? { sizeAndWeight } : {}),
    ...(configuration ? { configuration } : {}),
    ...(isStock === undefined ? {} : { isStock }),
  }
}

/** Variations are names of attributes (TPL-133), spelled as those are. */
function known(variations: readonly string[], { remaining, added }: AttributePlan): string[] {
  const names = new Map([...remaining, ...added].map((a) => [nameKey(a.name), a.name]))
  return [
    ...new Set(
      variations.map((variation, n) => {
        const name = names.get(nameKey(variation))
        if (!name)
          throw invalid(`productTemplate.variations.${n}`, `"${variation}" is not an attribute of this template.`)
        return name
      }),
    ),
  ]
}

/** Adds attributes at the end of the list; one whose name is there already stays as it is. @throws not_found, invalid_input */
export const addAttributes = (ctx: Ctx, { templateId, attributes }: HandlerInput<typeof addEndpoint>['body']) =>
  inTransaction(ctx, async (ctx) => {
    if (!(await queries.lock(ctx, templateId, 'update'))) throw new AppError('not_found')
    const current = await queries.attributesOf(ctx, templateId)
    const names = new Set(current.map((a) => nameKey(a.name)))
    const last = Math.max(-1, ...current.map((a) => a.index))
    const added = attributes
      .flatMap((input) => {
        const { id: _, ...attribute } = typeof input === 'string' ? { name: input, id: undefined } : input
        if (names.has(nameKey(attribute.name))) return []
        names.add(nameKey(attribute.name))
        return [{ ...plain, ...attribute }]
      })
      .map((a, n) => ({ ...a, index: last + 1 + n }))
    if (current.length + added.length > mostAttributes) throw invalid('attributes', tooManyAttributes)
    if (added.length > 0) {
      await queries.insertAttributes(ctx, templateId, added)
      await queries.update(ctx, templateId, {})
      await audit(ctx, {
        entity: 'template',
        entityId: templateId,
        action: 'update',
        new: { addedAttributes: summary(added) },
      })
      if (added.some((a) => a.constraint !== 'optional')) await judgeProducts(ctx, templateId)
      if (safetyDefaults(added) !== '') await oweTemplate(ctx, templateId, 'revise')
    }
    return get(ctx, templateId)
  })

/** @throws not_found, template_in_use */
export const remove = (ctx: Ctx, id: number) =>
  inTransaction(ctx, async (ctx) => {
    const before = await queries.lock(ctx, id, 'update')
    if (!before || !(await queries.remove(ctx, id))) throw new AppError('not_found')
    await audit(ctx, { entity: 'template', entityId: id, action: 'delete', old: { name: before.name } })
    return { ok: true as const }
  })

/** Copies a template with its attributes as "{name} (copy)" (TPL-069). @throws not_found, template_taken */
export const duplicate = (ctx: Ctx, id: number) =>
  inTransaction(ctx, async (ctx) => {
    const original = await queries.lock(ctx, id, 'key share')
    if (!original) throw new AppError('not_found')
    const suffix = ' (copy)'
    const name = original.name.slice(0, NAME_LENGTH - suffix.length) + suffix
    const made = await queries.copy(ctx, id, name)
    await audit(ctx, { entity: 'template', entityId: made, action: 'create', new: { name, copiedFrom: id } })
    return made
  })
