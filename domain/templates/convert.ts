import type { ProductAttribute } from '#contract/products/products.ts'
import type { TemplateAttribute } from '#contract/templates.ts'
import type { Held } from '../products/history/snapshot.ts'
import { judge } from '../products/readiness.ts'
import { nameKey, valuesOf } from '../products/attributes/values.ts'
import { mergeProduct, ownField } from './merge.ts'

/** What becomes of an attribute that the other template does not have: one of the template's takes its value, or, with null, it goes. */
export interface Choice {
  name: string
  to: string | null
}
/** An attribute of the same name takes the value, or a chosen one; the product keeps it for itself; it goes; the template's default fills it. */
export type Fate = 'same' | 'mapped' | 'own' | 'left' | 'default'
export interface Row {
  name: string
  value: string
  fate: Fate
  /** The template's attribute that has the value afterwards; '' where none has. */
  to: string
  /** Variations that have a value of their own. */
  variations: number
  /** Why it cannot be so; '' when it can. */
  problem: string
}
export interface Conversion {
  change: Partial<Held>
  rows: Row[]
  /** What the template asks for and the product lacks afterwards. */
  missing: string[]
}

type Attribute = Pick<TemplateAttribute, 'id' | 'name' | 'defaultValue' | 'constraint'>
const has = (name: string) => (a: { name: string }) => nameKey(a.name) === nameKey(name)

/** What a product becomes that moves to another template (TPL-227). No value is lost unless it is chosen to go. */
export function convert(now: Held, attributes: readonly Attribute[], choices: readonly Choice[]): Conversion {
  const values = valuesOf(now)
  const rows: Row[] = []
  let state = now
  for (const { name, variations } of namedIn(now)) {
    const value = values.get(nameKey(name)) ?? ''
    const same = attributes.find(has(name))
    const choice = same ? undefined : choices.find(has(name))
    const row = { name, value, variations, problem: '' }
    if (same) rows.push({ ...row, fate: 'same', to: same.name })
    else if (choice?.to) {
      const made = mapped(state, name, choice.to, attributes)
      if ('problem' in made) rows.push({ ...row, fate: 'mapped', to: choice.to, problem: made.problem })
      else {
        state = { ...state, ...made.change }
        rows.push({ ...row, fate: 'mapped', to: made.to })
      }
    } else if (choice || (!value.trim() && variations === 0)) {
      state = without(state, name)
      // What was empty is not missed.
      if (choice) rows.push({ ...row, fate: 'left', to: '' })
    } else rows.push({ ...row, fate: 'own', to: '' })
  }
  for (const { name, defaultValue } of attributes)
    if (defaultValue.trim() && !valuesOf(state).get(nameKey(name))?.trim()) {
      state = withDefault(state, name, defaultValue)
      rows.push({ name, value: defaultValue, fate: 'default', to: name, variations: 0, problem: '' })
    }
  return { change: changed(now, state), rows, missing: judge(state, attributes).missing }
}

const changed = (before: Held, after: Held): Partial<Held> =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== before[field as keyof Held]))

/** Attributes of a product and of its variations, each name once. */
function namedIn({ attributes, variations = [] }: Held) {
  const ofVariations = variations.flatMap((v) => v.attributes)
  const all = [...attributes, ...ofVariations]
  return [...Map.groupBy(all, ({ name }) => nameKey(name)).values()].flatMap(([first]) =>
    first
      ? [{ name: first.name, variations: variations.filter((v) => v.attributes.some(has(first.name))).length }]
      : [],
  )
}

/** Another attribute takes the value, in the product, its variations and its texts, unless it has one that would be lost. */
function mapped(
  state: Held,
  name: string,
  to: string,
  attributes: readonly Attribute[],
): { problem: string } | { change: Partial<Held>; to: string } {
  const target = attributes.find(has(to))
  if (!target) return { problem: `This template has no attribute ${to}.` }
  const value = valuesOf(state).get(nameKey(name)) ?? ''
  const there = valuesOf(state).get(nameKey(to)) ?? ''
  if (there.trim() && there !== value) return { problem: `${target.name} already has the value ${there}.` }
  const isUsed = (state.variations ?? []).some((v) => v.attributes.some(has(name)) && v.attributes.some(has(to)))
  if (isUsed) return { problem: `Variations have a ${target.name} already.` }
  const made = mergeProduct(state, { source: name, target: target.name, action: 'replace', deleteSource: true })
  if ('fields' in made) return { problem: Object.values(made.fields)[0] ?? 'This value isn’t allowed here.' }
  return { change: made.change, to: target.name }
}

function without(state: Held, name: string): Held {
  const rest = (all: ProductAttribute[]) => all.filter((a) => !has(name)(a))
  return {
    ...state,
    attributes: rest(state.attributes),
    ...(state.variations && { variations: state.variations.map((v) => ({ ...v, attributes: rest(v.attributes) })) }),
  }
}

function withDefault(state: Held, name: string, value: string): Held {
  const field = ownField(name)
  if (field) return { ...state, [field]: value }
  const made = { templateAttributeId: null, name, value, overrideDynamicMapping: false, source: 'template' }
  const others = state.attributes.filter((a) => !has(name)(a))
  return { ...state, attributes: [...others, made] }
}
