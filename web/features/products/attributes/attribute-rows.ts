import type { ProductAttribute } from '#contract/products/products.ts'
import type { TemplateAttribute } from '#contract/templates.ts'
import { nameKey } from '#domain/products/attributes/values.ts'

/** These have a field of their own beside the attributes. */
const withField = new Set(['vendor', 'location', 'warehouse', 'bin'])

/** The attributes that are shown as rows, in the template's order; then those that only the product has. */
export function rowsOf(template: readonly TemplateAttribute[], attributes: readonly ProductAttribute[]) {
  const known = new Set(template.map((a) => nameKey(a.name)))
  const own = attributes.filter((a) => !known.has(nameKey(a.name)))
  return [
    ...template.filter((a) => !withField.has(nameKey(a.name))).toSorted((a, b) => a.index - b.index),
    ...own.map(
      (a) => ({ name: a.name, type: 'text', constraint: 'optional', options: [] as string[], id: null }) as const,
    ),
  ]
}

/** Sets one value; an attribute that was not there is added. */
export const withValue = (
  attributes: readonly ProductAttribute[],
  name: string,
  value: string,
  templateAttributeId: number | null,
): ProductAttribute[] => withChange(attributes, { name, id: templateAttributeId }, { value, source: 'user' })

export function withChange(
  attributes: readonly ProductAttribute[],
  { name, id }: { name: string; id: number | null },
  change: Partial<ProductAttribute>,
): ProductAttribute[] {
  const is = (a: ProductAttribute) => nameKey(a.name) === nameKey(name)
  const next = {
    templateAttributeId: id,
    name,
    value: '',
    overrideDynamicMapping: false,
    source: 'user',
    ...attributes.find(is),
    ...change,
  }
  return attributes.some(is) ? attributes.map((a) => (is(a) ? next : a)) : [...attributes, next]
}
