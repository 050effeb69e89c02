import { builtInAttributes, type TemplateAttribute } from '#contract/templates.ts'
import { judge } from '#domain/products/readiness.ts'
import type { Color } from './demo/colors.ts'
import type { Kind, KindAttribute } from './demo/kind.ts'
import { kinds } from './demo/plan.ts'
import { type Random, seeded } from './demo/random.ts'

/** What many products of the fixture have in common. Money in minor units. */
export interface Design {
  kindId: Kind['id']
  color: Color
  prefix: string
  title: string
  description: string
  condition: string
  price: number
  tags: string[]
  vendor: string
  attributes: { name: string; value: string }[]
  readiness: string
  /** Pounds. */
  weight: number
  /** Names of variations; none for a single product. */
  sizes: readonly string[]
}

/** Designs made of each kind, before its share multiplies them. */
const PER_SHARE = 6
/** Said of each product by itself, so that an attribute has many values. */
export const EDITION = 'Edition'

export { kinds } from './demo/plan.ts'

/** The attributes of a kind's template, in order. */
export const templateAttributes = (kind: Kind): Omit<TemplateAttribute, 'id'>[] =>
  [
    ...builtInAttributes.map(
      (name): KindAttribute => ({ name, constraint: name === 'Brand' ? 'required' : 'optional' }),
    ),
    ...kind.attributes,
    { name: EDITION, constraint: 'optional' as const },
  ].map(({ name, constraint, options = [] }, index) => ({
    name,
    constraint,
    options: [...options],
    index,
    type: 'text',
    defaultValue: '',
  }))

/** A few thousand designs, always the same; the more popular a kind, the more of them. */
export function planDesigns(): Design[] {
  const random = seeded(20_264)
  return kinds.flatMap((kind) => Array.from({ length: kind.share * PER_SHARE }, (_, at) => design(kind, at, random)))
}

function design(kind: Kind, at: number, random: Random): Design {
  const { title, description, color, price, tags, vendor, attributes, condition = 'New' } = kind.item(at, random)
  const sizes = kind.sizes && at % 5 === 0 ? kind.sizes : []
  const pairs = Object.entries({
    Brand: vendor,
    ...attributes,
    ...(kind.sizes && sizes.length === 0 ? { Size: random.pick(kind.sizes) } : {}),
  }).map(([name, value]) => ({ name, value }))
  // As in a real shop, some are not finished.
  const unfinished = at % 17 === 3 ? { description: '' } : at % 11 === 5 ? { attributes: pairs.slice(0, -2) } : {}
  const made = { title, description, attributes: pairs, ...unfinished }
  return {
    ...made,
    kindId: kind.id,
    color,
    prefix: kind.prefix,
    condition,
    price,
    tags,
    vendor,
    weight: kind.weight,
    sizes,
    readiness: judge(made, templateAttributes(kind)).readiness,
  }
}
