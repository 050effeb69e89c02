import type { Step } from '#contract/origins.ts'
import type { Mapped, Ruled, Unruled } from '../mappings/dynamic.ts'
import { nameKey } from '../products/values.ts'
import { brief } from './origins.ts'
import { valuesForListing } from './values.ts'

/** What of a product rules read and change. */
export interface RuledProduct {
  title: string
  description: string
  sku: string
  condition: string
  vendor: string
  location: string
  warehouse: string
  bin: string
  attributes: { name: string; value: string; overrideDynamicMapping?: boolean }[]
}

/** Attributes that are fields of the product. */
const fields = ['vendor', 'location', 'warehouse', 'bin'] as const

/** A product as its rules make it, and what they changed, in order. */
export function ruled<P extends RuledProduct>({
  product,
  rules,
}: {
  product: P
  rules?: ((product: Unruled) => Ruled) | undefined
}): { product: P; changes: readonly Mapped[] } {
  if (!rules) return { product, changes: [] }
  const { attributes } = product
  const { texts, values, changes } = rules({
    title: product.title,
    description: product.description,
    values: valuesForListing(product),
    kept: new Set(attributes.filter((a) => a.overrideDynamicMapping).map((a) => nameKey(a.name))),
    names: new Map(attributes.map((a) => [nameKey(a.name), a.name])),
  })
  const changed = new Map(changes.filter(({ isText }) => !isText).map(({ target }) => [nameKey(target), target]))
  const valueOf = (name: string) => values.get(nameKey(name)) ?? ''
  const own = new Set<string>([...fields, ...attributes.map((a) => nameKey(a.name))])
  const made = [...changed].filter(([key]) => !own.has(key)).map(([, name]) => ({ name, value: valueOf(name) }))
  return {
    product: {
      ...product,
      ...texts,
      ...Object.fromEntries(fields.filter((name) => changed.has(name)).map((name) => [name, valueOf(name)])),
      attributes: [
        ...attributes.map((a) => (changed.has(nameKey(a.name)) ? { ...a, value: valueOf(a.name) } : a)),
        ...made,
      ],
    },
    changes,
  }
}

/** A step with the rules that changed what it takes over: first what it was, last what is published. */
export function traced(last: Step, changes: readonly Mapped[]): Step[] {
  if (last.from !== 'product' && last.from !== 'attribute') return [last]
  const isText = last.from === 'product' && (last.name === 'title' || last.name === 'description')
  const own = changes.filter((one) => one.isText === isText && nameKey(one.target) === nameKey(last.name))
  const [first] = own
  if (!first) return [last]
  return [
    { ...last, value: brief(first.before) },
    ...own.map(
      ({ mapping, rule, because, after }, at): Step => ({
        from: 'rule',
        name: mapping.name,
        value: at === own.length - 1 ? last.value : brief(after),
        mentions: [],
        mapping: mapping.uuid,
        rule,
        because,
      }),
    ),
  ]
}
