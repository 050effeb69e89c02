import { builtInAttributes } from '#contract/templates.ts'
import { changedFields } from '#domain/products/history/changed.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { type Merge, type TemplateMerge, mergeTemplate, unmergeTemplate } from '#domain/templates/merge.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { audit } from '../audit.ts'
import * as queries from './queries.ts'
import { judgeProducts, summary } from './service.ts'

/** A merge as it is asked for: attributes by name or id. */
export type AskedMerge = Omit<Merge, 'source' | 'target'> & {
  templateId: number
  source: string | number
  target: string | number
}

const fixed = new Set(builtInAttributes.map(nameKey))

/** The two attributes by their names. @throws not_found, invalid_input */
export async function readMerge(
  ctx: Ctx,
  { templateId, source, target, action, deleteSource }: AskedMerge,
): Promise<TemplateMerge> {
  const template = await queries.find(ctx, templateId)
  if (!template) throw new AppError('not_found')
  const attributes = await queries.attributesOf(ctx, templateId)
  const named = (field: 'source' | 'target', name: string | number) => {
    const attribute = attributes.find((a) =>
      typeof name === 'number' ? a.id === name : nameKey(a.name) === nameKey(name),
    )
    if (attribute) return attribute
    const called = typeof name === 'number' ? 'This' : `"${name}"`
    throw invalid(field, `${called} is not an attribute of this template.`)
  }
  const [from, to] = [named('source', source), named('target', target)]
  if (from === to) throw invalid('target', 'Choose another attribute than the one that is merged.')
  if (deleteSource && fixed.has(nameKey(from.name))) throw invalid('deleteSource', `${from.name} cannot be removed.`)
  const { title, description, variations } = template
  const was = { source: from, title, description, variations }
  return { templateId, source: from.name, target: to.name, action, deleteSource, was }
}

/**
 * Whether a merge that was asked for can still be done: meanwhile another may have deleted one of its attributes. Until the transaction ends, none
 * does. @param strength 'update' for who changes the template next: two that hold it shared could not both. @returns what is gone, in a sentence; ''
 * when all is there
 */
export async function goneOfMerge(
  ctx: Ctx,
  { templateId, source, target }: TemplateMerge,
  strength: 'update' | 'key share',
): Promise<string> {
  const template = await queries.lock(ctx, templateId, strength)
  const attributes = template ? await queries.attributesOf(ctx, templateId) : []
  const missing = [source, target].find((name) => !attributes.some((a) => nameKey(a.name) === nameKey(name)))
  return missing ? `"${missing}" is no longer an attribute of this template.` : ''
}

/** Ends a merge whose products are done: the template follows. Repeating it is harmless. */
export const endMerge = (ctx: Ctx, merge: TemplateMerge) =>
  inTransaction(ctx, async (ctx) => {
    const { templateId } = merge
    const before = await queries.lock(ctx, templateId, 'update')
    if (!before) return
    const attributes = await queries.attributesOf(ctx, templateId)
    const { target, removed, ...texts } = mergeTemplate({ ...before, attributes }, merge)
    if (removed) await queries.deleteAttributes(ctx, [removed.id])
    if (target) await queries.updateAttributes(ctx, [target])
    await queries.update(ctx, templateId, texts)
    const left = attributes.filter((a) => a !== removed)
    const changed = changedFields(
      { ...before, attributes: summary(attributes) },
      { ...texts, attributes: summary(left) },
    )
    if (changed) await audit(ctx, { entity: 'template', entityId: templateId, action: 'update', ...changed })
    if (removed && removed.constraint !== 'optional') await judgeProducts(ctx, templateId)
  })

/** Gives a template back what a merge took from it, where nobody changed it since. */
export const undoMerge = (ctx: Ctx, merge: TemplateMerge) =>
  inTransaction(ctx, async (ctx) => {
    const { templateId, was, deleteSource } = merge
    const now = await queries.lock(ctx, templateId, 'update')
    if (!now || !deleteSource) return
    const attributes = await queries.attributesOf(ctx, templateId)
    if (attributes.some((a) => nameKey(a.name) === nameKey(was.source.name))) return
    await queries.insertAttributes(ctx, templateId, [was.source])
    await queries.update(ctx, templateId, unmergeTemplate(now, merge))
    await audit(ctx, {
      entity: 'template',
      entityId: templateId,
      action: 'update',
      new: { addedAttributes: summary([was.source]) },
    })
    if (was.source.constraint !== 'optional') await judgeProducts(ctx, templateId)
  })
