import type { Ruled, Unruled } from '../../mappings/dynamic.ts'
import { resolve } from '../../products/attributes/references.ts'
import type { Snapshot } from '../../products/history/snapshot.ts'
import { type RuledProduct, ruled } from './ruled.ts'
import { valuesForListing } from '../content/values.ts'

type Rules = ((product: Unruled) => Ruled) | undefined

/** Longer texts are told around the first place where they differ. */
const MOST_CHARACTERS = 200
const BEFORE_IT = 40

/** What of a product reads differently by other rules, by the names that tables use, references replaced. Undefined where nothing does. */
export function ruleDifference(
  product: RuledProduct,
  before: Rules,
  after: Rules,
): { before: Snapshot; after: Snapshot } | undefined {
  const [then, now] = [readingOf(product, before), readingOf(product, after)]
  const names = [...new Set([...then.keys(), ...now.keys()])].filter(
    (name) => (then.get(name) ?? '') !== (now.get(name) ?? ''),
  )
  if (names.length === 0) return undefined
  const [was, is]: [Snapshot, Snapshot] = [{}, {}]
  for (const name of names) {
    const [a, b] = around(then.get(name) ?? '', now.get(name) ?? '')
    was[name] = describe(name, a)
    is[name] = describe(name, b)
  }
  return { before: was, after: is }
}

/** As a snapshot has it. */
const describe = (name: string, value: string) =>
  name.startsWith('attr.') ? { name: name.slice('attr.'.length), value } : value

const own = ['vendor', 'location', 'warehouse', 'bin'] as const

/** What rules may change, as a listing takes it over. */
function readingOf(product: RuledProduct, rules: Rules): Map<string, string> {
  const { product: made } = ruled({ product, rules })
  const values = valuesForListing(made)
  return new Map([
    ['title', resolve(made.title, values).text],
    ['description', resolve(made.description, values, 'html').text],
    ...own.map((name) => [name, made[name]] as const),
    ...made.attributes.map(({ name, value }) => [`attr.${name}`, value] as const),
  ])
}

/** Both, where they are long from a little before their first difference. */
function around(a: string, b: string): [string, string] {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const from = Math.max(a.length, b.length) <= MOST_CHARACTERS ? 0 : Math.max(0, at - BEFORE_IT)
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + MOST_CHARACTERS)}${text.length > from + MOST_CHARACTERS ? '…' : ''}`
  return [part(a), part(b)]
}
