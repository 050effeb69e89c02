import type { SimContext } from '../../kit/simulator.ts'
import aspectData from '../data/aspects.json' with { type: 'json' }
import treeData from '../data/categories.json' with { type: 'json' }

/** The sites and what they sell in. */
const currencies: Readonly<Record<string, string>> = {
  EBAY_US: 'USD',
  EBAY_GB: 'GBP',
  EBAY_CA: 'CAD',
  EBAY_AU: 'AUD',
  EBAY_DE: 'EUR',
  EBAY_FR: 'EUR',
  EBAY_IT: 'EUR',
  EBAY_ES: 'EUR',
  EBAY_AT: 'EUR',
  EBAY_BE: 'EUR',
  EBAY_IE: 'EUR',
  EBAY_NL: 'EUR',
  EBAY_CH: 'CHF',
  EBAY_PL: 'PLN',
}
/** eBay has a tree for each of them; those of the simulator are the American. */
export const marketplaces: readonly string[] = Object.keys(currencies)
/** What a site sells in. */
export const currencyOf = (marketplaceId: string): string => currencies[marketplaceId] ?? ''

export interface Category {
  id: string
  name: string
  parent: Category | null
  children: Category[]
  level: number
}
export interface Aspect {
  localizedAspectName: string
  aspectConstraint: {
    aspectDataType: string
    itemToAspectCardinality: 'SINGLE' | 'MULTI'
    aspectMode: 'FREE_TEXT' | 'SELECTION_ONLY'
    aspectRequired: boolean
    aspectUsage: 'RECOMMENDED' | 'OPTIONAL'
    aspectEnabledForVariations: boolean
    aspectApplicableTo: string[]
    aspectMaxLength?: number
    aspectFormat?: string
  }
  aspectValues: {
    localizedValue: string
    valueConstraints?: { applicableForLocalizedAspectName: string; applicableForLocalizedAspectValues: string[] }[]
  }[]
  relevanceIndicator?: { searchCount: number }
}
/** As the data file writes it; what is absent is free text, one value, not for variations. */
interface Definition {
  name: string
  values?: string[]
  selection?: boolean
  multi?: boolean
  variations?: boolean
  number?: boolean
  date?: boolean
  item?: boolean
  maxLength?: number
  /** Values that are possible only beside certain values of another aspect. */
  dependsOn?: string
  valuesBy?: Record<string, string[]>
}
interface Choice {
  required?: string[]
  recommended?: string[]
  optional?: string[]
}

export const tree = { id: treeData.treeId, version: treeData.treeVersion, marketplaceId: treeData.marketplaceId }

const categories = new Map<string, Category>()
for (const [id, parentId, name] of treeData.categories) {
  if (id === undefined || name === undefined) throw new Error('A category needs an id, a parent and a name.')
  const parent = parentId ? (categories.get(parentId) ?? null) : null
  const category: Category = { id, name, parent, children: [], level: parent ? parent.level + 1 : 0 }
  parent?.children.push(category)
  categories.set(id, category)
}
/** All of them, parents before children; the root first. */
export const allCategories: readonly Category[] = [...categories.values()]

export const findCategory = (id: string): Category | undefined => categories.get(id)
export const isLeaf = (id: string): boolean => categories.get(id)?.children.length === 0

type CategoryStore = Pick<SimContext, 'store'>
/** A new version of the tree has this leaf no more. */
export const retire = ({ store }: CategoryStore, id: string): void => store.put('retired', id, { id })
export const isRetired = ({ store }: CategoryStore, id: string): boolean => store.get('retired', id) !== undefined
/** Every change of the tree is another version. */
export const treeVersion = ({ store }: CategoryStore): string => {
  const changes = store.list('retired').length
  return changes > 0 ? `${tree.version}.${changes}` : tree.version
}

/** The category itself and what it stands under, nearest first, without the root. */
export function ancestry(id: string): Category[] {
  const line: Category[] = []
  for (let at = categories.get(id); at?.parent; at = at.parent) line.push(at)
  return line
}

const definitions: Record<string, Definition> = aspectData.aspects
const choices: Record<string, Choice> = aspectData.categories
const known = new Map<string, Aspect[]>()

/** A leaf's aspects: its own, else those of the nearest category above that has some. */
export function aspectsOf(categoryId: string): Aspect[] {
  const from = ancestry(categoryId).find(({ id }) => choices[id] !== undefined)?.id ?? tree.id
  const read = known.get(from) ?? readChoice(choices[from] ?? {})
  known.set(from, read)
  return read
}

function readChoice({ required = [], recommended = [], optional = [] }: Choice): Aspect[] {
  return [
    ...required.map((key) => build(key, true, 'RECOMMENDED')),
    ...recommended.map((key) => build(key, false, 'RECOMMENDED')),
    ...optional.map((key) => build(key, false, 'OPTIONAL')),
  ]
}

function build(key: string, required: boolean, usage: 'RECOMMENDED' | 'OPTIONAL'): Aspect {
  const definition = definitions[key]
  if (!definition) throw new Error(`The aspect "${key}" is not in the data.`)
  return {
    localizedAspectName: definition.name,
    aspectConstraint: {
      aspectDataType: definition.number ? 'NUMBER' : definition.date ? 'DATE' : 'STRING',
      itemToAspectCardinality: definition.multi ? 'MULTI' : 'SINGLE',
      aspectMode: definition.selection ? 'SELECTION_ONLY' : 'FREE_TEXT',
      aspectRequired: required,
      aspectUsage: usage,
      aspectEnabledForVariations: definition.variations === true,
      aspectApplicableTo: [definition.item ? 'ITEM' : 'PRODUCT'],
      ...(definition.maxLength ? { aspectMaxLength: definition.maxLength } : {}),
      ...(definition.date ? { aspectFormat: 'YYYY' } : {}),
    },
    aspectValues: valuesOf(definition),
  }
}

function valuesOf({ values = [], dependsOn, valuesBy = {} }: Definition): Aspect['aspectValues'] {
  if (dependsOn === undefined) return values.map((localizedValue) => ({ localizedValue }))
  const when = new Map<string, string[]>()
  for (const [other, these] of Object.entries(valuesBy))
    for (const value of these) when.set(value, [...(when.get(value) ?? []), other])
  return [...when].map(([localizedValue, others]) => ({
    localizedValue,
    valueConstraints: [{ applicableForLocalizedAspectName: dependsOn, applicableForLocalizedAspectValues: others }],
  }))
}
