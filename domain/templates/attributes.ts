import { type TemplateAttribute, builtInAttributes } from '#contract/templates.ts'
import { nameKey } from '../products/attributes/values.ts'

export type WantedAttribute = Omit<TemplateAttribute, 'id' | 'index'> & { id?: number | undefined }
export interface AttributePlan {
  added: Omit<TemplateAttribute, 'id'>[]
  remaining: TemplateAttribute[]
  removed: TemplateAttribute[]
  renamed: { id: number; from: string; to: string }[]
  /** Position in the wanted list and field → what is wrong with it; `''` concerns the list. */
  problems: Record<string, string>
}

const builtIn = new Set(builtInAttributes.map(nameKey))
const isBuiltIn = (name: string) => builtIn.has(nameKey(name))

/** How the attributes of a template become the wanted list, whose order is theirs (TPL-144, TPL-145, TPL-147). */
export function planAttributes(
  current: readonly TemplateAttribute[],
  attributes: readonly WantedAttribute[],
): AttributePlan {
  const plan: AttributePlan = { added: [], remaining: [], removed: [], renamed: [], problems: {} }
  const byId = new Map(current.map((a) => [a.id, a]))
  const names = new Set<string>()
  attributes.forEach(({ id, ...attribute }, index) => {
    if (names.has(nameKey(attribute.name))) plan.problems[`${index}.name`] = 'Duplicate name'
    names.add(nameKey(attribute.name))
    if (id === undefined) return void plan.added.push({ ...attribute, index })
    const before = byId.get(id)
    byId.delete(id)
    if (!before) return void (plan.problems[`${index}.id`] = 'This attribute is not one of this template.')
    if (before.name !== attribute.name) {
      if (isBuiltIn(before.name)) plan.problems[`${index}.name`] = `${before.name} cannot be renamed.`
      plan.renamed.push({ id, from: before.name, to: attribute.name })
    }
    plan.remaining.push({ ...attribute, id, index })
  })
  plan.removed = [...byId.values()]
  const lost = plan.removed.find((a) => isBuiltIn(a.name))
  if (lost) plan.problems[''] = `${lost.name} cannot be removed.`
  return plan
}

/** Whether products of the template must be looked at again: their readiness or their attributes' names may differ now. */
export const concernsProducts = (current: readonly TemplateAttribute[], plan: AttributePlan): boolean => {
  const before = new Map(current.map((a) => [a.id, a.constraint]))
  return (
    plan.renamed.length > 0 ||
    plan.added.some((a) => a.constraint !== 'optional') ||
    plan.removed.some((a) => a.constraint !== 'optional') ||
    plan.remaining.some((a) => before.get(a.id) !== a.constraint)
  )
}

/** The template's variation attributes after a change of its attributes: renamed ones follow, removed ones go. */
export function followVariations(variations: readonly string[], plan: AttributePlan): string[] {
  const names = new Map([...plan.remaining, ...plan.added].map((a) => [nameKey(a.name), a.name]))
  for (const { from, to } of plan.renamed) names.set(nameKey(from), to)
  return variations.flatMap((v) => names.get(nameKey(v)) ?? [])
}
