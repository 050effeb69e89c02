import type { ProductAttribute } from '#contract/products/products.ts'
import { nameKey } from '../products/attributes/values.ts'

export interface AttributeChange {
  name: string
  from: string
  to: string
}

/** What generated values change, and the attributes with them; an attribute that was not there is added. */
export function withGenerated(
  attributes: readonly ProductAttribute[],
  generated: readonly { name: string; value: string }[],
  template: readonly { id: number; name: string }[],
): { changes: AttributeChange[]; attributes: ProductAttribute[] } {
  const next = [...attributes]
  const changes: AttributeChange[] = []
  for (const { name, value } of generated) {
    const at = next.findIndex((attribute) => nameKey(attribute.name) === nameKey(name))
    const known = next[at]
    if (!value.trim() || known?.value.trim() === value.trim()) continue
    changes.push({ name, from: known?.value ?? '', to: value })
    if (known) next[at] = { ...known, value, source: 'generated' }
    else {
      const templateAttributeId = template.find((attribute) => nameKey(attribute.name) === nameKey(name))?.id ?? null
      next.push({ templateAttributeId, name, value, overrideDynamicMapping: false, source: 'generated' })
    }
  }
  return { changes, attributes: next }
}
