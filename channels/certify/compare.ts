import type { CheckStep } from '#contract/integrations/checks.ts'
import { formOf } from './keep.ts'
import { onlyTestProduct, showsTestProduct } from './product.ts'
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
/** Whether it shows the seller's own data. While the test product is looked for, the seller's listings come by. */
const isOfSeller = ({ step, browsing, answer }: Exchange): boolean =>
  ofSeller.has(step) || (browsing === true && !showsTestProduct(answer))
/** Fields that differ from one account to the next. */
const ofAccount =
  /(count|total|size|limit|offset|page|(?<!error_?)id|cost|rank|position|row|index|time|at|available|level|currency(_?code)?)$/i
/** A cell of a sheet holds a text or a number, as the seller's sheet has it. */
const ofCell = /\.\w+Value\.(string|number|bool)Value$/

interface Field {
  values: Set<string>
  /** So many objects have it. */
  count: number
}
type Fields = Map<string, Field>

interface Pair {
  sample: Exchange
  /** What the account says, and its simulator. */
  left: readonly Exchange[] | undefined
  right: readonly Exchange[] | undefined
}

/** What both said at the same steps, the seller's own data apart from the test product. */
function pairs(account: readonly Exchange[], simulator: readonly Exchange[]): Pair[] {
  const [there, here] = [grouped(account), grouped(simulator)]
  return [...new Set([...there.keys(), ...here.keys()])].flatMap((key) => {
    const [left, right] = [there.get(key), here.get(key)]
    const [sample] = left ?? right ?? []
    return sample ? [{ sample, left, right }] : []
  })
}

/** @returns every difference between what a channel said and what its simulator said at the same steps */
export function compare(account: readonly Exchange[], simulator: readonly Exchange[]): Difference[] {
  // A step that only one of them reached says nothing about its calls.
  const reached = (all: readonly Exchange[]) => new Set(all.map(({ step }) => step))
  const [thereSteps, hereSteps] = [reached(account), reached(simulator)]
  return pairs(account, simulator).flatMap(({ sample, left, right }) => {
    const about = { step: sample.step, call: sample.call }
    if (left && right) return isOfSeller(sample) ? withinOwn(about, left, right) : within(about, left, right)
    // What is asked of a seller's own listings depends on how many there are.
    if (isOfSeller(sample) || !(thereSteps.has(sample.step) && hereSteps.has(sample.step))) return []
    return [{ ...about, at: 'call', account: left ? 'made' : 'not made', simulator: right ? 'made' : 'not made' }]
  })
}

/** Fields of the seller's own listings and orders that the simulator's examples don't have. Nobody can tell whether it knows them. */
export function fieldsOnlyThere(account: readonly Exchange[], simulator: readonly Exchange[]): string[] {
  const all = pairs(account, simulator).flatMap(({ sample, left, right }) => {
    if (!left || !right || !isOfSeller(sample)) return []
    const [a, b] = [fieldsOf(left), fieldsOf(right)]
    return [...a.keys()].flatMap((at) =>
      isOnlyIn(at, a, b) && !ofErrors.test(at) && !ofPaging.test(at) ? [`${sample.call} · answer${at}`] : [],
    )
  })
  return [...new Set(all)].toSorted()
}

const grouped = (all: readonly Exchange[]) =>
  Map.groupBy(all, (exchange) => `${exchange.step} ${exchange.call} ${isOfSeller(exchange)}`)
const list = (values: Iterable<unknown>) => [...values].map(String).toSorted().join(', ')

type About = Pick<Difference, 'step' | 'call'>

function within(about: About, left: readonly Exchange[], right: readonly Exchange[]): Difference[] {
  const statuses = [left, right].map((side) => new Set(side.map(({ status }) => status || 'no answer')))
  const [leftStatus = '', rightStatus = ''] = statuses.map(list)
  const [leftFields, rightFields] = [fieldsOf(left), fieldsOf(right)]
  // An adapter also looks whether another listing is there, of which one has what the next lacks.
  const isOfTest = [...left, ...right].some(({ answer }) => showsTestProduct(answer))
  return [
    ...(leftStatus === rightStatus ? [] : [{ ...about, at: 'status', account: leftStatus, simulator: rightStatus }]),
    ...differences(about, leftFields, rightFields, (at, a, b) =>
      !isOfTest && (isBlank(a.get(at)) || isBlank(b.get(at))) ? undefined : fieldDifference(at, a, b),
    ),
  ]
}

const isBlank = (field: Field | undefined) =>
  field !== undefined && [...field.values].every((value) => value === 'null')

/** Answers that say that the seller has none of something. */
const ofNothing = new Set([204, 404])
/** Of the seller's own data the form is compared, as far as both have some: what one listing has, another may lack. */
function withinOwn(about: About, left: readonly Exchange[], right: readonly Exchange[]): Difference[] {
  const statusesOf = (side: readonly Exchange[]) =>
    new Set(side.flatMap(({ status }) => (ofNothing.has(status) ? [] : status || 'no answer')))
  const [a, b] = [statusesOf(left), statusesOf(right)]
  const isOther = a.size > 0 && b.size > 0 && a.isDisjointFrom(b)
  return [
    ...(isOther ? [{ ...about, at: 'status', account: list(a), simulator: list(b) }] : []),
    ...differences(about, fieldsOf(left), fieldsOf(right), ownDifference),
  ]
}

const differences = (
  about: About,
  left: Fields,
  right: Fields,
  differenceAt: (at: string, left: Fields, right: Fields) => Pick<Difference, 'account' | 'simulator'> | undefined,
): Difference[] =>
  [...new Set([...left.keys(), ...right.keys()])].flatMap((at) => {
    const difference = differenceAt(at, left, right)
    return difference ? [{ ...about, at: `answer${at}`, ...difference }] : []
  })

const ABSENT = 'absent'
const ofErrors = /(errors|warnings)(\[\])?$/i

/** Whether a field is absent in `b`: only the topmost one, and nothing of what an empty list would hold, unless it is of errors. */
function isOnlyIn(at: string, a: Fields, b: Fields): boolean {
  if (!a.has(at) || b.has(at)) return false
  const parent = parentOf(at)
  if (parent !== undefined && !b.get(parent)?.values.has(at.endsWith('[]') ? 'list' : 'object')) return false
  return !at.endsWith('[]') || ofErrors.test(at)
}

function fieldDifference(at: string, left: Fields, right: Fields) {
  const [a, b] = [left.get(at)?.values, right.get(at)?.values]
  if (!a || !b) {
    if (ofCell.test(at) || !(isOnlyIn(at, left, right) || isOnlyIn(at, right, left))) return undefined
    return { account: a ? list(a) : ABSENT, simulator: b ? list(b) : ABSENT }
  }
  // A list holds others than the test product, too, so one value that both say is enough.
  if (!areOtherKinds(a, b, true) && (ofAccount.test(at) || !a.isDisjointFrom(b))) return undefined
  return { account: list(a), simulator: list(b) }
}

function ownDifference(at: string, left: Fields, right: Fields) {
  const [a, b] = [left.get(at), right.get(at)]
  if (a && b)
    return areOtherKinds(a.values, b.values, false) ? { account: list(a.values), simulator: list(b.values) } : undefined
  if (a)
    return ofErrors.test(at) && isOnlyIn(at, left, right) ? { account: list(a.values), simulator: ABSENT } : undefined
  if (!b || ofCell.test(at) || ofPaging.test(at) || !isOnlyIn(at, right, left)) return undefined
  // What not every object of the simulator has, an account may have nowhere.
  const parent = right.get(parentOf(at) ?? '')
  return b.count < (parent?.count ?? 0) ? undefined : { account: ABSENT, simulator: list(b.values) }
}
/** The last page has none. */
const ofPaging = /\.(next|prev|previous|cursor|next_?page_?token)$/i

function areOtherKinds(a: ReadonlySet<string>, b: ReadonlySet<string>, strict: boolean): boolean {
  const [aKinds, bKinds] = [kindsIn(a, strict), kindsIn(b, strict)]
  return aKinds.size > 0 && bKinds.size > 0 && aKinds.isDisjointFrom(bKinds)
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

/** Every field of the answers, with all that it says. Of a page of listings that shows the test product only that is compared. */
function fieldsOf(exchanges: readonly Exchange[]): Fields {
  const fields: Fields = new Map()
  for (const exchange of exchanges) {
    const { answer, browsing } = exchange
    collect(browsing && !isOfSeller(exchange) ? onlyTestProduct(answer) : answer, '', fields)
  }
  return fields
}

function collect(value: unknown, at: string, fields: Fields): void {
  const note = (what: string) => {
    const { values, count } = fields.get(at) ?? { values: new Set<string>(), count: 0 }
    fields.set(at, { values: values.add(what), count: count + 1 })
  }
  if (Array.isArray(value)) {
    note('list')
    for (const item of value) collect(item, `${at}[]`, fields)
  } else if (typeof value === 'object' && value !== null) {
    note('object')
    for (const [name, inner] of Object.entries(value)) collect(inner, `${at}.${name}`, fields)
  } else note(JSON.stringify(value ?? null))
}
