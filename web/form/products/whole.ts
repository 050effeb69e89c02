import type { z } from 'zod'
import type { Image, ProductAttribute, SizeAndWeight, TemplateAttribute } from '#contract/shapes.ts'

/*
 * Parts of a reply as forms hold them. The server has filled in whatever may be left out; the types of the wire cannot say so. By hand:
 * the schemas would bring zod, a tenth of a product's script, to pages that parse nothing else.
 */

export const wholeSize = (input: z.input<typeof SizeAndWeight>): SizeAndWeight => ({
  weightUnit: input.weightUnit ?? 'lb',
  sizeUnit: input.sizeUnit ?? 'in',
  weight: input.weight ?? null,
  width: input.width ?? null,
  length: input.length ?? null,
  height: input.height ?? null,
})

export const wholeImage = ({ url, source = 'cloudinary' }: z.input<typeof Image>): Image => ({ url, source })

export const wholeAttribute = (input: z.input<typeof ProductAttribute>): ProductAttribute => ({
  templateAttributeId: input.templateAttributeId ?? null,
  name: input.name,
  value: input.value ?? '',
  overrideDynamicMapping: input.overrideDynamicMapping ?? false,
  source: input.source ?? 'user',
})

export const wholeTemplateAttribute = (input: z.input<typeof TemplateAttribute>): TemplateAttribute => ({
  id: input.id,
  name: input.name,
  type: input.type ?? 'text',
  defaultValue: input.defaultValue ?? '',
  index: input.index,
  constraint: input.constraint ?? 'optional',
  options: input.options ?? [],
})

/** What rules read of a product. */
export const wholeRuled = (
  input: { title: string; sku: string; attributes: readonly z.input<typeof ProductAttribute>[] } & Partial<
    Record<'description' | 'condition' | 'vendor' | 'location' | 'warehouse' | 'bin', string>
  >,
) => ({
  ...input,
  description: input.description ?? '',
  condition: input.condition ?? '',
  vendor: input.vendor ?? '',
  location: input.location ?? '',
  warehouse: input.warehouse ?? '',
  bin: input.bin ?? '',
  attributes: input.attributes.map(wholeAttribute),
})
