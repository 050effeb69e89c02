import type { MergeAction } from '#contract/products/merging.ts'
import { mostOf } from '#contract/products/fields.ts'
import type { ProductAttribute } from '#contract/products/products.ts'
import type { TemplateAttribute } from '#contract/templates.ts'
import { labelOf } from '../products/attributes/labels.ts'
import { renameReferences } from '../products/attributes/references.ts'
import type { Held, HeldVariation } from '../products/history/snapshot.ts'
import { nameKey, valuesOf } from '../products/attributes/values.ts'

/** Two attributes of a template, by their names. */
export interface Merge {
  source: string
  target: string
  action: MergeAction
  deleteSource: boolean
}
/** A merge in one template, with what of the template goes, so that it can be put back. */
export interface TemplateMerge extends Merge {
  templateId: number
  was: { source: TemplateAttribute; title: string; description: string; variations: string[] }
}
/** What a merge does to the target's value of a product: it had none, it had another one, it loses the one it had. */
export type MergeEffect = 'filled' | 'replaced' | 'emptied'
export type Merged = { change: Partial<Held>; effect: MergeEffect | null } | { fields: Record<string, string> }

/** The target's value afterwards (TPL-155). A value of nothing but spaces is empty. */
export function mergedValue(action: MergeAction, source: string, target: string): string {
  if (action === 'overwrite') return source
  const takes = source.trim() !== '' && (action === 'replace' || target.trim() === '')
  return takes ? source : target
}

/** Built-in attributes whose value is a field of the product. */
const ownFields = ['vendor', 'location', 'warehouse', 'bin'] as const
export const ownField = (name: string) => ownFields.find((field) => field === nameKey(name))

/** What a merge makes of a product: the fields that it touches, or why they cannot take the value. */
export function mergeProduct(now: Held, merge: Merge): Merged {
  const values = valuesOf(now)
  const before = values.get(nameKey(merge.target)) ?? ''
  const value = mergedValue(merge.action, values.get(nameKey(merge.source)) ?? '', before)
  const field = ownField(merge.target)
  if (field && value !== before && value.length > mostOf(field))
    return {
      fields: { [field]: `${labelOf(field)} can have up to ${mostOf(field).toLocaleString('en-US')} characters.` },
    }
  const change: Partial<Held> = {
    ...(field && value !== before ? { [field]: value } : {}),
    ...attributesOf(now, merge, before, value),
    ...textsOf(now, merge),
    ...variationsOf(now.variations ?? [], merge),
  }
  return { change, effect: effectOf(before, value) }
}

function effectOf(before: string, after: string): MergeEffect | null {
  if (before === after) return null
  if (!after.trim()) return before.trim() ? 'emptied' : null
  return before.trim() ? 'replaced' : 'filled'
}

/** A built-in attribute with a field of its own is kept there; it stands among the attributes only where it did already. */
function attributesOf(now: Held, merge: Merge, before: string, value: string): Pick<Partial<Held>, 'attributes'> {
  const set =
    value === before ? now.attributes : withValue(now.attributes, merge.target, value, !ownField(merge.target))
  const merged = merge.deleteSource ? without(set, merge.source) : set
  return merged === now.attributes ? {} : { attributes: merged }
}

/** @param add also where there is no such attribute yet */
function withValue(attributes: ProductAttribute[], name: string, value: string, add: boolean): ProductAttribute[] {
  const at = attributes.findIndex((a) => nameKey(a.name) === nameKey(name))
  const attribute = attributes[at]
  if (attribute) return attributes.with(at, { ...attribute, value, source: 'user' })
  const made = { templateAttributeId: null, name, value, overrideDynamicMapping: false, source: 'user' }
  return add ? [...attributes, made] : attributes
}

const without = (attributes: ProductAttribute[], name: string) =>
  attributes.some((a) => nameKey(a.name) === nameKey(name))
    ? attributes.filter((a) => nameKey(a.name) !== nameKey(name))
    : attributes

/** Texts mention the target in place of an attribute that goes. */
function textsOf(
  { title, description }: { title: string; description: string },
  { source, target, deleteSource }: Merge,
): { title?: string; description?: string } {
  if (!deleteSource) return {}
  const followed = {
    title: renameReferences(title, source, target),
    description: renameReferences(description, source, target),
  }
  return {
    ...(followed.title === title ? {} : { title: followed.title }),
    ...(followed.description === description ? {} : { description: followed.description }),
  }
}

/** A variation has only the values in which it differs from its product: one that does not name the source keeps what it has. */
function variationsOf(variations: HeldVariation[], merge: Merge): Pick<Partial<Held>, 'variations'> {
  const merged = variations.map((v) => {
    const source = v.attributes.find((a) => nameKey(a.name) === nameKey(merge.source))
    if (!source) return v
    const before = v.attributes.find((a) => nameKey(a.name) === nameKey(merge.target))?.value ?? ''
    const value = mergedValue(merge.action, source.value, before)
    const set = value === before ? v.attributes : withValue(v.attributes, merge.target, value, true)
    const attributes = merge.deleteSource ? without(set, merge.source) : set
    return attributes === v.attributes ? v : { ...v, attributes }
  })
  return merged.some((v, at) => v !== variations[at]) ? { variations: merged } : {}
}

interface OfTemplate {
  title: string
  description: string
  variations: readonly string[]
  attributes: readonly TemplateAttribute[]
}

/**
 * What a merge makes of the template itself: a target that offers options also offers those of the source, and what spoke of a source that goes
 * speaks of the target.
 */
export function mergeTemplate({ title, description, variations, attributes }: OfTemplate, merge: Merge) {
  const [source, target] = [merge.source, merge.target].map((name) =>
    attributes.find((a) => nameKey(a.name) === nameKey(name)),
  )
  const options =
    source && target && target.options.length > 0 ? unionOf(target.options, source.options) : target?.options
  const becomes = (name: string) =>
    merge.deleteSource && nameKey(name) === nameKey(merge.source) ? merge.target : name
  return {
    title,
    description,
    ...textsOf({ title, description }, merge),
    variations: [...new Map(variations.map(becomes).map((name) => [nameKey(name), name])).values()],
    target: target && options && options.length > target.options.length ? { ...target, options } : null,
    removed: merge.deleteSource ? (source ?? null) : null,
  }
}

function unionOf(options: readonly string[], more: readonly string[]): string[] {
  const known = new Set(options.map(nameKey))
  return [...options, ...more.filter((option) => !known.has(nameKey(option)))]
}

/** The fields of a template that a merge changed and nobody since, as they were. */
export function unmergeTemplate(now: Omit<OfTemplate, 'attributes'>, { was, ...merge }: TemplateMerge) {
  const made = mergeTemplate({ ...was, attributes: [] }, merge)
  const same = <T>(name: 'title' | 'description' | 'variations', before: T) =>
    JSON.stringify(now[name]) === JSON.stringify(made[name]) ? { [name]: before } : {}
  return {
    ...same('title', was.title),
    ...same('description', was.description),
    ...same('variations', was.variations),
  } as Partial<Pick<TemplateMerge['was'], 'title' | 'description' | 'variations'>>
}
