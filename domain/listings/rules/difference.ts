import type { RuleRun } from '../../mappings/dynamic.ts'
import { Meter } from '../../products/attributes/meter.ts'
import { resolve } from '../../products/attributes/references.ts'
import type { Snapshot } from '../../products/history/snapshot.ts'
import { type RuledProduct, ruled } from './ruled.ts'
import { type Excess, excessOf } from '../content/excess.ts'
import { valuesForListing } from '../content/values.ts'

type Rules = RuleRun | undefined

/** Longer texts are told around the first place where they differ. */
const MOST_CHARACTERS = 200
const BEFORE_IT = 40

export interface Difference {
  /** By the names that tables use, references replaced. Undefined where the product reads as before. */
  changed: { before: Snapshot; after: Snapshot } | undefined
  /** Where the new rules read or write more than Motto works with. */
  excess: Excess | undefined
}

/** What of a product reads differently by other rules. @param meterOf counts what is read and written by the rules of one side */
export function ruleDifference(
  product: RuledProduct,
  before: Rules,
  after: Rules,
  meterOf = () => new Meter(),
): Difference {
  const [{ values: then }, { values: now, excess }] = [
    readingOf(product, before, meterOf()),
    readingOf(product, after, meterOf()),
  ]
  return { changed: differenceOf(then, now), excess }
}

function differenceOf(then: Reading, now: Reading): Difference['changed'] {
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

type Reading = ReadonlyMap<string, string>

/** What rules may change, as a listing takes it over. */
function readingOf(product: RuledProduct, rules: Rules, meter: Meter): { values: Reading; excess: Excess | undefined } {
  const { product: made, stopped } = ruled({ product, rules, meter })
  const values = valuesForListing(made)
  meter.enter({ field: 'title' })
  const title = resolve(made.title, values, 'plain', meter)
  meter.enter({ field: 'description' })
  const description = resolve(made.description, values, 'html', meter)
  const field = title.isTooLong ? 'title' : description.isTooLong ? 'description' : undefined
  const read = new Map([
    ['title', title.text],
    ['description', description.text],
    ...own.map((name) => [name, made[name]] as const),
    ...made.attributes.map(({ name, value }) => [`attr.${name}`, value] as const),
  ])
  return { values: read, excess: excessOf(stopped) ?? (field && { field }) }
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
