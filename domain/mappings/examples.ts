import type { Action, Condition, RuledText } from '#contract/mappings/mappings.ts'
import { nameKey } from '../products/attributes/values.ts'
import { isChangeable } from './check.ts'

/*
 * Mappings that a template without any can begin with. They are made of its own attributes, and of values that one of its products has.
 */

/** A mapping of one rule with at most one block of conditions. */
export interface Example {
  /** Also the mapping's name. */
  name: string
  /** What it does, with references: `Puts {{Brand}} before the title.` */
  sentence: string
  conditions: Omit<Condition, 'uuid'>[]
  actions: Omit<Action, 'uuid'>[]
}

interface Attribute {
  name: string
  type?: string | undefined
  options?: readonly string[] | undefined
}
interface ExampleProduct {
  title: string
  attributes: readonly { name: string; value?: string | undefined }[]
}

/** A value that reads well in a title. */
const MOST_CHARACTERS = 40
/** Values that a condition names: more would hide what the example shows. */
const MOST_VALUES = 5

const reference = (name: string) => `{{${name}}}`
const action = (name: Action['action'], part: Partial<Omit<Action, 'uuid' | 'action'>>): Omit<Action, 'uuid'> => ({
  target: '',
  action: name,
  input: '',
  value: '',
  ...part,
})
const isEqual = (name: string, values: readonly string[]): Omit<Condition, 'uuid'> => ({
  input: reference(name),
  operator: 'equals',
  qualifier: 'all',
  value: values.join(','),
})

/** Names and values that lists of references and of values can hold. */
const isPlainName = (name: string) => !/[,{}]/.test(name)
const isPlainValue = (value: string) => value.trim() !== '' && !/[,{}]/.test(value)
/** What says nothing outside its field. */
const isAnswer = (value: string) => /^(?:yes|no|n\/a|none|true|false|\d+)$/i.test(value.trim())

interface Valued {
  name: string
  value: string
  options: readonly string[]
}
const short = ({ value }: Valued) => value.length <= MOST_CHARACTERS && isPlainValue(value) && !isAnswer(value)

/** Up to five of an attribute's values, the product's among them. */
const valuesOf = ({ value, options }: Valued) => [
  ...new Set([value, ...options.filter(isPlainValue).slice(0, MOST_VALUES)].slice(0, MOST_VALUES)),
]

/**
 * Examples in the order in which they are worth trying. Whoever offers them leaves out those that change nothing in the product.
 * @param attributes of the template @param product of the template
 */
export function examplesFor(
  applyTo: RuledText,
  attributes: readonly Attribute[],
  product: ExampleProduct,
): readonly Example[] {
  const valueOf = new Map(product.attributes.map(({ name, value = '' }) => [nameKey(name), value.trim()]))
  const own = attributes
    .filter(({ name, type }) => isPlainName(name) && isChangeable(name) && type !== 'block')
    .map(({ name, options = [] }): Valued => ({ name, value: valueOf.get(nameKey(name)) ?? '', options }))
  const valued = own.filter(short)
  return applyTo === 'title' ? titleExamples(own, valued, product.title) : descriptionExamples(own, valued)
}

function* inOrder(valued: readonly Valued[], title: string): Generator<Valued> {
  const isNew = ({ value }: Valued) => !title.toLowerCase().includes(value.toLowerCase())
  const brand = valued.find(({ name }) => nameKey(name) === 'brand')
  if (brand && isNew(brand)) yield brand
  for (const attribute of valued) if (attribute !== brand && isNew(attribute)) yield attribute
}

function titleExamples(own: readonly Valued[], valued: readonly Valued[], title: string): Example[] {
  const [first, last = first, more] = inOrder(valued, title)
  return [
    ...(first ? [before(first)] : []),
    ...(last ? [atTheEnd(last)] : []),
    ...(more ? [withItsName(more)] : []),
    ...filled(own, valued),
    ...madeOfValues(valued),
  ]
}

const before = ({ name }: Valued): Example => ({
  name: `${name} first`,
  sentence: `Puts ${reference(name)} before the title.`,
  conditions: [],
  actions: [action('prepend', { input: reference(name) })],
})

function atTheEnd(attribute: Valued): Example {
  const { name } = attribute
  const values = valuesOf(attribute)
  return {
    name: `${name} at the end`,
    sentence: `If ${reference(name)} is ${list(values)}, adds it to the title in brackets.`,
    conditions: [isEqual(name, values)],
    actions: [action('append', { value: `(${reference(name)})` })],
  }
}

const withItsName = ({ name }: Valued): Example => ({
  name: `${name} with its name`,
  sentence: `Adds “${name}: ${reference(name)}” to the title.`,
  conditions: [],
  actions: [action('append', { value: `– ${name}: ${reference(name)}` })],
})

/** An empty attribute takes what two others say. */
function filled(own: readonly Valued[], valued: readonly Valued[]): Example[] {
  const empty = own.find(({ value, options }) => value === '' && options.length === 0)
  const [a, b] = valued
  if (!empty || !a || !b) return []
  const { name } = empty
  return [
    {
      name: `Fill in ${name}`,
      sentence: `If ${reference(name)} is empty, makes it of ${reference(a.name)} and ${reference(b.name)}.`,
      conditions: [isEqual(name, [])],
      actions: [
        action('join with', {
          target: reference(name),
          input: `${reference(a.name)},${reference(b.name)}`,
          value: ' ',
        }),
      ],
    },
  ]
}

function madeOfValues(valued: readonly Valued[]): Example[] {
  const names = valued.slice(0, 3).map(({ name }) => name)
  if (names.length < 2) return []
  return [
    {
      name: 'Title made of attributes',
      sentence: `Replaces the title with ${joined(names.map(reference), 'and')}.`,
      conditions: [],
      actions: [action('use value', { value: names.map(reference).join(' ') })],
    },
  ]
}

function descriptionExamples(own: readonly Valued[], valued: readonly Valued[]): Example[] {
  const names = valued.slice(0, 3).map(({ name }) => name)
  const [first, second = first] = valued
  return [
    ...(names.length > 0
      ? [
          {
            name: 'Details below',
            sentence: `Adds ${joined(names.map(reference), 'and')} below the description, a line each.`,
            conditions: [],
            actions: names.map((name) => action('append', { value: `<p>${named(name)}</p>` })),
          },
        ]
      : []),
    ...(first
      ? [
          {
            name: `${first.name} above`,
            sentence: `Puts ${reference(first.name)} above the description.`,
            conditions: [],
            actions: [action('prepend', { value: `<p>${reference(first.name)}</p>` })],
          },
        ]
      : []),
    ...(second
      ? [
          {
            name: `More about ${second.name}`,
            sentence: `If ${reference(second.name)} is ${list(valuesOf(second))}, adds it below the description.`,
            conditions: [isEqual(second.name, valuesOf(second))],
            actions: [action('append', { value: `<p>${named(second.name)}</p>` })],
          },
        ]
      : []),
    {
      name: 'SKU below',
      sentence: `Adds ${reference('SKU')} below the description.`,
      conditions: [],
      actions: [action('append', { value: `<p>${named('SKU')}</p>` })],
    },
    ...filled(own, valued),
  ]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const named = (name: string) => `${escaped(name)}: ${reference(escaped(name))}`

const joined = (words: readonly string[], by: 'and' | 'or') =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${by} ${words.at(-1)}`
const list = (values: readonly string[]) => joined(values, 'or')

/** What stays, goes and comes where one text becomes another, each shortened to about so many characters around the change. */
export function changedPart(from: string, to: string, most = 60) {
  const longest = Math.min(from.length, to.length)
  let start = 0
  while (start < longest && from[start] === to[start]) start++
  let end = 0
  while (end < longest - start && from.at(-1 - end) === to.at(-1 - end)) end++
  const head = to.slice(0, start)
  const tail = to.slice(to.length - end)
  return {
    head: head.length > most ? `…${head.slice(-most)}` : head,
    removed: shortened(from.slice(start, from.length - end), most),
    added: shortened(to.slice(start, to.length - end), most * 2),
    tail: tail.length > most ? `${tail.slice(0, most)}…` : tail,
  }
}
const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)
