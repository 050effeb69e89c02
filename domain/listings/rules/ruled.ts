import type { Source, Step } from '#contract/listings/origins.ts'
import type { Values } from '../../mappings/conditions.ts'
import type { Mapped, RuleRun, Ruled } from '../../mappings/dynamic.ts'
import type { Meter } from '../../products/attributes/meter.ts'
import { nameKey } from '../../products/attributes/values.ts'
import { type Origins, brief, step, whenAsked } from '../content/origins.ts'
import { valuesForListing } from '../content/values.ts'

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

const none: ReadonlySet<string> = new Set()

/** A product as its rules make it, the values that its listings may refer to, and what was changed, in order. */
export function ruled<P extends RuledProduct>({
  product,
  rules,
  meter,
}: {
  product: P
  rules?: RuleRun | undefined
  meter?: Meter
}): { product: P; values: Values; changes: readonly Mapped[]; stopped?: Ruled['stopped'] } {
  const before = valuesForListing(product)
  if (!rules) return { product, values: before, changes: [] }
  const { attributes } = product
  const overridden = attributes.some((a) => a.overrideDynamicMapping)
    ? new Set(attributes.filter((a) => a.overrideDynamicMapping).map((a) => nameKey(a.name)))
    : none
  const { texts, values, changes, stopped } = rules({
    title: product.title,
    description: product.description,
    values: before,
    overridden,
    ...(meter && { meter }),
    // Asked for by a rule that changes an attribute; most change texts.
    get names() {
      return new Map(attributes.map((a) => [nameKey(a.name), a.name]))
    },
  })
  if (changes.every(({ isText }) => isText))
    return { product: { ...product, ...texts }, values: before, changes, stopped }
  const changed = new Map(changes.filter(({ isText }) => !isText).map(({ target }) => [nameKey(target), target]))
  const valueOf = (name: string) => values.get(nameKey(name)) ?? ''
  const own = new Set<string>([...fields, ...attributes.map((a) => nameKey(a.name))])
  const made = [...changed].filter(([key]) => !own.has(key)).map(([, name]) => ({ name, value: valueOf(name) }))
  const after = {
    ...product,
    ...texts,
    ...Object.fromEntries(fields.filter((name) => changed.has(name)).map((name) => [name, valueOf(name)])),
    attributes: [
      ...attributes.map((a) => (changed.has(nameKey(a.name)) ? { ...a, value: valueOf(a.name) } : a)),
      ...made,
    ],
  }
  return { product: after, values: valuesForListing(after), changes, stopped }
}

/** A step with the rules that changed what it takes over: first what it was, last what is published. */
function traced(last: Step, changes: readonly Mapped[]): Step[] {
  if (changes.length === 0 || (last.from !== 'product' && last.from !== 'attribute')) return [last]
  const isText = last.from === 'product' && (last.name === 'title' || last.name === 'description')
  const own = changes.filter((change) => change.isText === isText && nameKey(change.target) === nameKey(last.name))
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

/** Tells of one value what it is made of. @param written with its references @param value with them replaced */
type Say = (field: string, source: Source, written: string, value: string) => void
/** What a run keeps of some values, to tell of them when somebody asks. */
export type Note = (say: Say) => void

/** How values came about. */
export const originsBy = (notes: readonly Note[], changes: readonly Mapped[]): (() => Origins) =>
  whenAsked(() => {
    const origins: Origins = {}
    for (const note of notes)
      note((field, source, written, value) => {
        origins[field] = traced(step(source, written, value), changes)
      })
    return origins
  })
