import type { ProductAttribute } from '#contract/products/products.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import type { TemplateAttribute } from '#contract/templates.ts'
import { nameKey } from './values.ts'

interface Texts {
  title?: string | undefined
  description?: string | undefined
  vendor?: string | undefined
  location?: string | undefined
  warehouse?: string | undefined
  bin?: string | undefined
}
export interface Given extends Texts {
  tags?: string[] | undefined
  attributes?: readonly ProductAttribute[] | undefined
  sizeAndWeight?: SizeAndWeight | undefined
  configuration?: { dynamicMappingEnabled: boolean } | undefined
}
export interface Defaults {
  title: string
  description: string
  tags: string[]
  sizeAndWeight: Partial<SizeAndWeight>
  configuration: { dynamicMappingEnabled?: boolean }
  attributes: readonly TemplateAttribute[]
}

const filled = (text: string | undefined) => (text?.trim() ? text : undefined)

/** What a new product starts with: all defaults of its template fill what is left empty (PRO-037). */
export function withDefaults(input: Given, template: Defaults) {
  const byName = new Map(template.attributes.map((a) => [nameKey(a.name), a.defaultValue]))
  const text = (name: 'vendor' | 'location' | 'warehouse' | 'bin') => filled(input[name]) ?? byName.get(name) ?? ''
  return {
    title: filled(input.title) ?? template.title,
    description: filled(input.description) ?? template.description,
    vendor: text('vendor'),
    location: text('location'),
    warehouse: text('warehouse'),
    bin: text('bin'),
    tags: input.tags?.length ? input.tags : template.tags,
    attributes: fill(linkAttributes(input.attributes ?? [], template.attributes), template.attributes),
    sizeAndWeight: measure(input.sizeAndWeight, template.sizeAndWeight),
    configuration: input.configuration ?? {
      dynamicMappingEnabled: template.configuration.dynamicMappingEnabled ?? false,
    },
  }
}

/** Attributes of a product, each name once (the last counts), tied to the template's attribute of the same name. */
export function linkAttributes(
  attributes: readonly ProductAttribute[],
  of: readonly { id: number; name: string }[],
): ProductAttribute[] {
  const known = new Map(of.map((a) => [nameKey(a.name), a]))
  const linked = attributes.map((a) => {
    const declared = known.get(nameKey(a.name))
    return { ...a, name: declared?.name ?? a.name.trim(), templateAttributeId: declared?.id ?? null }
  })
  return [...new Map(linked.map((a) => [nameKey(a.name), a])).values()]
}

function fill(attributes: readonly ProductAttribute[], of: readonly TemplateAttribute[]): ProductAttribute[] {
  const inputByName = new Map(attributes.map((a) => [nameKey(a.name), a]))
  const defaults = of
    .filter((a) => a.defaultValue.trim() && !inputByName.get(nameKey(a.name))?.value.trim())
    .map((a) => ({
      overrideDynamicMapping: false,
      ...inputByName.get(nameKey(a.name)),
      templateAttributeId: a.id,
      name: a.name,
      value: a.defaultValue,
      source: 'template',
    }))
  return [...new Map([...attributes, ...defaults].map((a) => [nameKey(a.name), a])).values()]
}

const blank: SizeAndWeight = { weightUnit: 'lb', sizeUnit: 'in', weight: null, width: null, length: null, height: null }

/** Weight and size are each taken with their unit. */
function measure(input: SizeAndWeight | undefined, template: Partial<SizeAndWeight>): SizeAndWeight {
  const from = { ...blank, ...template }
  if (!input) return from
  const { weight, weightUnit, ...size } = input
  const { weight: defaultWeight, weightUnit: defaultWeightUnit, ...defaultSize } = from
  const sized = size.width !== null || size.length !== null || size.height !== null || defaultSize.width === null
  return {
    ...(weight !== null || defaultWeight === null
      ? { weight, weightUnit }
      : { weight: defaultWeight, weightUnit: defaultWeightUnit }),
    ...(sized ? size : defaultSize),
  }
}
