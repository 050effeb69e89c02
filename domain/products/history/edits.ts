import { readBarcode } from '#contract/products/barcode.ts'
import type { Edit } from '#contract/changes/changes.ts'
import { isFieldOf, mostOf } from '#contract/products/fields.ts'
import type { ProductAttribute } from '#contract/products/products.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import { askFor, type EntryRule, measure, money, nounOf, pieces, readEntry } from '../../numbers/entry.ts'
import { type Decimal, decimal, inUnits, negative, plus, times, toMultiple } from '../decimal.ts'
import { labelOf } from '../attributes/labels.ts'
import { COST, Meter, searchCost } from '../attributes/meter.ts'
import type { Held } from './snapshot.ts'
import { parseTags, tidyTags } from '../tags.ts'
import { nameKey } from '../attributes/values.ts'
import { safetyAttributeName } from '../../safety/names.ts'

/** What edits make of a product: the fields that they touch, or why they cannot. */
export type Edited = { change: Partial<Held> } | { fields: Record<string, string> }
type Named = readonly { name: string }[]

/** Applies edits in their order to a product as it is. @param attributes those of its template */
export function applyEdits(now: Held, edits: readonly Edit[], attributes: Named): Edited {
  const change: Partial<Held> = {}
  const fields: Record<string, string> = {}
  const meter = new Meter()
  for (const edit of edits) {
    const made = editOne({ ...now, ...change }, edit, attributes, meter)
    if ('refused' in made) fields[edit.field] ??= made.refused
    else Object.assign(change, made.change)
  }
  return Object.keys(fields).length > 0 ? { fields } : { change }
}

/** A table shows what the variations have together; the product's own SKU is not for sale. */
export const ofVariations = 'Stock is kept per variation. Edit it on the product page.'

type Made = { change: Partial<Held> } | { refused: string }
const refuse = (refused: string): Made => ({ refused })

function editOne(now: Held, edit: Edit, attributes: Named, meter: Meter): Made {
  const { field } = edit
  if (field.startsWith('attr.')) return editAttribute(now, field.slice('attr.'.length), edit, attributes, meter)
  if (field === 'tags') return editTags(now.tags, edit)
  if (field === 'active') return edit.action === 'set' ? setActive(edit.value) : refuse(cannot(field, edit))
  if (field === 'weightUnit' || field === 'sizeUnit')
    return edit.action === 'set' ? setUnit(now.sizeAndWeight, field, edit.value) : refuse(cannot(field, edit))
  if (isFieldOf(field, 'money'))
    return number(
      edit,
      inMoney(now[field]),
      { places: 2, rule: money(nounOf(labelOf(field))), most: 10_000_000_000 },
      (value) => ({ [field]: value }),
    )
  if (isFieldOf(field, 'count') && now.variations?.length) return refuse(ofVariations)
  if (isFieldOf(field, 'count'))
    return number(
      edit,
      whole(now[field] ?? 0),
      { places: 0, rule: pieces(field === 'sold' ? 'number of units' : 'quantity'), most: 1_000_000_000 },
      (value) => ({ [field]: value }),
    )
  if (isMeasure(field)) return editMeasure(now.sizeAndWeight, field, edit)
  if (isFieldOf(field, 'barcode')) return edit.action === 'set' ? setBarcode(edit.value) : refuse(cannot(field, edit))
  return isFieldOf(field, 'line', 'text')
    ? text(edit, now[field], { most: mostOf(field), meter }, (value) => ({ [field]: value }))
    : refuse(`${labelOf(field)} cannot be edited here.`)
}

const words: Record<Edit['action'], string> = {
  set: 'be set',
  add: 'be added to',
  multiply: 'be multiplied',
  round: 'be rounded',
  replace: 'have text replaced',
  append: 'have text appended',
  prepend: 'have text put before it',
}
const cannot = (field: string, { action }: Edit) => `${labelOf(field)} cannot ${words[action]}.`

const measures = ['weight', 'width', 'length', 'height'] as const
const isMeasure = (field: string): field is (typeof measures)[number] => (measures as readonly string[]).includes(field)
const VALUE_CHARACTERS = 100_000

const inMoney = (minor: number): Decimal => ({ digits: BigInt(minor), scale: 2 })
const whole = (count: number): Decimal => ({ digits: BigInt(count), scale: 0 })

interface NumberRules {
  places: number
  /** Of what is typed. */
  rule: EntryRule
  most: number
}
/** Numbers are computed exactly and rounded once, at the end, halves away from zero. */
function number(
  edit: Edit,
  now: Decimal,
  { places, rule, most }: NumberRules,
  keep: (value: number) => Partial<Held>,
): Made {
  if (edit.action === 'replace' || edit.action === 'append' || edit.action === 'prepend')
    return refuse(cannot(edit.field, edit))
  if (edit.action === 'set') {
    const entry = readEntry(edit.value, rule, '.')
    if ('problem' in entry) return refuse(entry.problem)
    if (entry.value === null) return refuse(askFor(rule, '.'))
    return { change: keep(Math.round(entry.value * 10 ** places)) }
  }
  const result = computed(now, edit)
  if (!result) return refuse('Enter a number.')
  const value = inUnits(result, places)
  if (value < 0) return refuse(`${labelOf(edit.field)} would go below 0.`)
  if (value > most * 10 ** places)
    return refuse(`${labelOf(edit.field)} would go above ${most.toLocaleString('en-US')}.`)
  return { change: keep(value) }
}

function computed(now: Decimal, edit: Edit): Decimal | null {
  if (edit.action === 'add') return apply(plus, now, edit.amount)
  if (edit.action === 'multiply') return apply(times, now, edit.factor)
  if (edit.action !== 'round') return null
  const [step, less] = [decimal(edit.to), decimal(edit.less)]
  return step && less ? plus(toMultiple(now, step, edit.direction), negative(less)) : null
}
function apply(how: (a: Decimal, b: Decimal) => Decimal, now: Decimal, by: number): Decimal | null {
  const read = decimal(by)
  return read && how(now, read)
}

const MEASURE_PLACES = 4
/** A size that is not known stays so, unless it is set. */
function editMeasure(sizes: SizeAndWeight, field: (typeof measures)[number], edit: Edit): Made {
  const keep = (value: number | null): Partial<Held> => ({ sizeAndWeight: { ...sizes, [field]: value } })
  if (edit.action === 'set' && edit.value.trim() === '') return { change: keep(null) }
  const now = sizes[field]
  if (now === null && (edit.action === 'add' || edit.action === 'multiply' || edit.action === 'round'))
    return { change: {} }
  return number(
    edit,
    decimal(now ?? 0) ?? whole(0),
    { places: MEASURE_PLACES, rule: { ...measure(nounOf(labelOf(field))), most: 1_000_000 }, most: 1_000_000 },
    (value) => keep(value / 10 ** MEASURE_PLACES),
  )
}

const weightUnits = ['kg', 'lb', 'g', 'oz'] as const
const sizeUnits = ['cm', 'in'] as const
function setUnit(sizes: SizeAndWeight, field: 'weightUnit' | 'sizeUnit', value: string): Made {
  const units: readonly string[] = field === 'weightUnit' ? weightUnits : sizeUnits
  const unit = value.trim().toLowerCase()
  return units.includes(unit)
    ? { change: { sizeAndWeight: { ...sizes, [field]: unit } } }
    : refuse(`Use ${units.slice(0, -1).join(', ')} or ${units.at(-1)}.`)
}

function setBarcode(value: string): Made {
  const read = readBarcode(value)
  return 'value' in read ? { change: { barcode: read.value } } : refuse(read.problem)
}

const yes = ['true', 'yes', '1', 'active']
const no = ['false', 'no', '0', 'inactive']
function setActive(value: string): Made {
  const word = value.trim().toLowerCase()
  return [...yes, ...no].includes(word) ? { change: { active: yes.includes(word) } } : refuse('Use yes or no.')
}

interface TextLimits {
  /** Characters of the field. */
  most: number
  /** Counts what the edits of one product read and write. */
  meter: Meter
}
const tooLong = (most: number): Made => refuse(`At most ${most.toLocaleString('en-US')} characters.`)

/** Plain replacement of every occurrence; nothing in `find` or `with` has a special meaning. */
function replaced(
  text: string,
  { field, find, with: by, matchCase }: Extract<Edit, { action: 'replace' }>,
  { most, meter }: TextLimits,
): string | Made {
  const tooMuch = refuse(
    `These edits replace more text in ${labelOf(field)} than Motto works with. Use fewer edits, or a longer search text.`,
  )
  if (!meter.take(searchCost(find, text.length))) return tooMuch
  const pattern = new RegExp(find.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), matchCase ? 'gu' : 'giu')
  // Counted first: some hundred thousand letters, each replaced by ten thousand, would fill the memory.
  let length = text.length
  for (const [match] of text.matchAll(pattern)) {
    length += by.length - match.length
    if (length > most + text.length) break
    if (!meter.take(COST.part)) return tooMuch
  }
  return length > most ? tooLong(most) : text.replaceAll(pattern, () => by)
}

function text(edit: Edit, now: string, limits: TextLimits, keep: (value: string) => Partial<Held>): Made {
  if (edit.action === 'add' || edit.action === 'multiply' || edit.action === 'round')
    return refuse(cannot(edit.field, edit))
  const value =
    edit.action === 'set'
      ? edit.value
      : edit.action === 'replace'
        ? replaced(now, edit, limits)
        : edit.action === 'append'
          ? now + edit.text
          : edit.text + now
  if (typeof value !== 'string') return value
  return value.length > limits.most ? tooLong(limits.most) : { change: keep(value) }
}

/** The tags without some and with others, which come last (INV-215, INV-216). */
export function changeTags(tags: readonly string[], add: readonly string[], remove: readonly string[]): string[] {
  const removed = new Set(tidyTags(remove))
  return tidyTags([...tags.filter((tag) => !removed.has(tag)), ...add])
}

/** A tag is replaced as a whole; by nothing, it goes. */
function editTags(tags: readonly string[], edit: Edit): Made {
  if (edit.action === 'set') return { change: { tags: parseTags(edit.value) } }
  if (edit.action === 'append') return { change: { tags: changeTags(tags, parseTags(edit.text), []) } }
  if (edit.action !== 'replace') return refuse(cannot(edit.field, edit))
  const same = (tag: string) => (edit.matchCase ? tag === edit.find.trim() : nameKey(tag) === nameKey(edit.find))
  return { change: { tags: tidyTags(tags.flatMap((tag) => (same(tag) ? parseTags(edit.with) : [tag]))) } }
}

/** What neither the product nor its template has cannot be edited (INV-226, INV-227); product safety is of every product. */
function editAttribute(now: Held, name: string, edit: Edit, attributes: Named, meter: Meter): Made {
  const key = nameKey(name)
  const at = now.attributes.findIndex((a) => nameKey(a.name) === key)
  const safety = safetyAttributeName(name)
  const known =
    now.attributes[at] ?? attributes.find((a) => nameKey(a.name) === key) ?? (safety ? { name: safety } : undefined)
  if (!known) return refuse('No attribute')
  const fresh: ProductAttribute = {
    templateAttributeId: null,
    name: known.name,
    value: '',
    overrideDynamicMapping: false,
    source: 'user',
  }
  const before = now.attributes[at] ?? fresh
  const keep = (value: string): Partial<Held> => {
    if (value === before.value) return {}
    const after = { ...before, value, source: 'user' }
    return { attributes: at < 0 ? [...now.attributes, after] : now.attributes.with(at, after) }
  }
  return text(edit, before.value, { most: VALUE_CHARACTERS, meter }, keep)
}
