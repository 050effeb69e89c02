import type { CheckStep } from '#contract/integrations/checks.ts'
import { formOf } from './keep.ts'
import type { Exchange } from './record.ts'

/** Where two recordings of the same walk say something else. */
export interface Difference {
  step: CheckStep
  call: string
  /** `status`, `call`, or the field: `answer.product.variants[].price`. */
  at: string
  /** What each says: a status, the form of a value, or a value that a recording may keep. */
  account: string
  simulator: string
}

/** Steps that read what the seller has: its values are the account's own, so only their forms are compared. */
const ofSeller: ReadonlySet<CheckStep> = new Set([
  'account',
  'access',
  'clock',
  'permissions',
  'defaults',
  'listing',
  'orders',
  'notices',
  'leftovers',
])
/** Fields that differ from one account to the next. */
const ofAccount = /(count|total|size|limit|offset|page|(?<!error_?)id|cost|rank|position|time|at|available)$/i

type Values = Map<string, Set<string>>

/** @returns every difference between what a channel said and what its simulator said at the same steps */
export function compare(account: readonly Exchange[], simulator: readonly Exchange[]): Difference[] {
  const [there, here] = [grouped(account), grouped(simulator)]
  // A step that only one of them reached says nothing about its calls.
  const reached = (all: readonly Exchange[]) => new Set(all.map(({ step }) => step))
  const [thereSteps, hereSteps] = [reached(account), reached(simulator)]
  return [...new Set([...there.keys(), ...here.keys()])].flatMap((key) => {
    const [left, right] = [there.get(key), here.get(key)]
    const [sample] = left ?? right ?? []
    if (!sample) return []
    const about = { step: sample.step, call: sample.call }
    if (left && right) return within(about, left, right)
    // What is asked of a seller's own listings depends on how many there are.
    if (ofSeller.has(sample.step) || !(thereSteps.has(sample.step) && hereSteps.has(sample.step))) return []
    return [{ ...about, at: 'call', account: left ? 'made' : 'not made', simulator: right ? 'made' : 'not made' }]
  })
}

const grouped = (all: readonly Exchange[]) => Map.groupBy(all, ({ step, call }) => `${step} ${call}`)
const list = (values: Iterable<unknown>) => [...values].map(String).toSorted().join(', ')

function within(
  about: Pick<Difference, 'step' | 'call'>,
  left: readonly Exchange[],
  right: readonly Exchange[],
): Difference[] {
  const statuses = [left, right].map((side) => new Set(side.map(({ status }) => status || 'no answer')))
  const [leftStatus = '', rightStatus = ''] = statuses.map(list)
  const strict = !ofSeller.has(about.step)
  const [leftFields, rightFields] = [fieldsOf(left), fieldsOf(right)]
  return [
    ...(leftStatus === rightStatus ? [] : [{ ...about, at: 'status', account: leftStatus, simulator: rightStatus }]),
    ...[...new Set([...leftFields.keys(), ...rightFields.keys()])].flatMap((at) => {
      const difference = fieldDifference(at, leftFields, rightFields, strict)
      return difference ? [{ ...about, at: `answer${at}`, ...difference }] : []
    }),
  ]
}

const ABSENT = 'absent'

function fieldDifference(at: string, left: Values, right: Values, strict: boolean) {
  const [a, b] = [left.get(at), right.get(at)]
  if (!a || !b) {
    // Only the topmost field that is absent is told, and nothing of what an empty list would hold, unless it is of errors.
    const other = a ? right : left
    const parent = parentOf(at)
    if (parent !== undefined && !other.get(parent)?.has(at.endsWith('[]') ? 'list' : 'object')) return undefined
    if (at.endsWith('[]') && !/(errors|warnings)\[\]$/i.test(at)) return undefined
    return { account: a ? list(a) : ABSENT, simulator: b ? list(b) : ABSENT }
  }
  const [aKinds, bKinds] = [kindsIn(a, strict), kindsIn(b, strict)]
  const isOther = aKinds.size > 0 && bKinds.size > 0 && aKinds.isDisjointFrom(bKinds)
  // A list holds others than the test product, too, so one value that both say is enough.
  if (!isOther && (!strict || ofAccount.test(at) || !a.isDisjointFrom(b))) return undefined
  return { account: list(a), simulator: list(b) }
}

const parentOf = (at: string): string | undefined =>
  at === '' ? undefined : at.endsWith('[]') ? at.slice(0, -2) : at.slice(0, at.lastIndexOf('.'))

/** What kinds of values a field has. What is blank has no kind, and where the seller's own is read neither has nothing. */
const kindsIn = (values: ReadonlySet<string>, strict: boolean) =>
  new Set([...values].flatMap(kindOf).filter((kind) => strict || kind !== 'null'))
function kindOf(value: string): string[] {
  if (value === '""') return []
  if (value.startsWith('"')) {
    const text = value.slice(1, -1)
    const form = /^<[a-z]+>$/.test(text) ? text : formOf(text)
    if (form === '<integer>' || form === '<decimal>') return ['number']
    return form === '<digits>' || form === '<id>' ? ['<text>'] : [form]
  }
  if (/^-?\d/.test(value)) return ['number']
  return value === 'true' || value === 'false' ? ['boolean'] : [value]
}

/** Every field of the answers, with all that it says. */
function fieldsOf(exchanges: readonly Exchange[]): Values {
  const fields: Values = new Map()
  for (const { answer } of exchanges) collect(answer, '', fields)
  return fields
}

function collect(value: unknown, at: string, fields: Values): void {
  const note = (what: string) => fields.set(at, (fields.get(at) ?? new Set()).add(what))
  if (Array.isArray(value)) {
    note('list')
    for (const item of value) collect(item, `${at}[]`, fields)
  } else if (typeof value === 'object' && value !== null) {
    note('object')
    for (const [name, inner] of Object.entries(value)) collect(inner, `${at}.${name}`, fields)
  } else note(JSON.stringify(value ?? null))
}
