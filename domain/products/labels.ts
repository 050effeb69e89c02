import { fieldOf } from '#contract/product-fields.ts'

const labels: Record<string, string> = {
  sku: 'SKU',
  templateId: 'Template',
  sizeAndWeight: 'Size and weight',
  weightUnit: 'Weight unit',
  sizeUnit: 'Size unit',
  configuration: 'Dynamic mapping',
}

/** What a person calls a field: `Weight unit` for `weightUnit`, `Colour` for `attr.Colour`. */
export const labelOf = (field: string): string =>
  fieldOf(field)?.label ??
  labels[field] ??
  (field.startsWith('attr.') ? field.slice('attr.'.length) : field.charAt(0).toUpperCase() + field.slice(1))
