import type { z } from 'zod'
import type { Image, ProductAttribute, SizeAndWeight, TemplateAttribute } from '#contract/shapes.ts'

/*
 * Parts of a reply as forms hold them. The server has filled in whatever may be left out; the types of the wire cannot say so. By hand:
 * the schemas would bring zod, a tenth of a product's script, to pages that parse nothing else.
 */

export const wholeSize = (given: z.input<typeof SizeAndWeight>): SizeAndWeight => ({
  weightUnit: given.weightUnit ?? 'lb',
  sizeUnit: given.sizeUnit ?? 'in',
  weight: given.weight ?? null,
  width: given.width ?? null,
  length: given.length ?? null,
  height: given.height ?? null,
})

export const wholeImage = ({ url, source = 'cloudinary' }: z.input<typeof Image>): Image => ({ url, source })

export const wholeAttribute = (given: z.input<typeof ProductAttribute>): ProductAttribute => ({
  templateAttributeId: given.templateAttributeId ?? null,
  name: given.name,
  value: given.value ?? '',
  overrideDynamicMapping: given.overrideDynamicMapping ?? false,
  source: given.source ?? 'user',
})

export const wholeTemplateAttribute = (given: z.input<typeof TemplateAttribute>): TemplateAttribute => ({
  id: given.id,
  name: given.name,
  type: given.type ?? 'text',
  defaultValue: given.defaultValue ?? '',
  index: given.index,
  constraint: given.constraint ?? 'optional',
  options: given.options ?? [],
})

/** What rules read of a product. */
export const wholeRuled = (
  given: { title: string; sku: string; attributes: readonly z.input<typeof ProductAttribute>[] } & Partial<
    Record<'description' | 'condition' | 'vendor' | 'location' | 'warehouse' | 'bin', string>
  >,
) => ({
  ...given,
  description: given.description ?? '',
  condition: given.condition ?? '',
  vendor: given.vendor ?? '',
  location: given.location ?? '',
  warehouse: given.warehouse ?? '',
  bin: given.bin ?? '',
  attributes: given.attributes.map(wholeAttribute),
})
