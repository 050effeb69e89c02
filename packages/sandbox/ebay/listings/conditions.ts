import data from '../data/conditions.json' with { type: 'json' }
import { isObject, type Json, listOf, textOf, textsOf } from '../../kit/json.ts'
import { ancestry } from './catalog.ts'

/** eBay's name of a condition → its number. */
export const conditionIds: Record<string, string> = data.ids

interface Descriptor {
  conditionDescriptorId: string
  conditionDescriptorName: string
  conditionDescriptorConstraint: { usage?: string; mode: string; cardinality: string; maxLength?: number }
  conditionDescriptorValues: { conditionDescriptorValueId: string; conditionDescriptorValueName: string }[]
}
interface Condition {
  conditionId: string
  conditionDescription: string
  conditionDescriptors?: Descriptor[]
}

/** The conditions that a category allows, under the names it shows them by. */
export function conditionsOf(categoryId: string): Condition[] {
  const sets: Record<string, string[][]> = data.sets
  const ofCategory: Record<string, string> = data.categories
  const descriptors: Record<string, Record<string, Descriptor[]>> = data.descriptors
  const named =
    ancestry(categoryId)
      .map(({ id }) => ofCategory[id])
      .find((name) => name !== undefined) ?? 'general'
  return (sets[named] ?? []).map(([conditionId = '', conditionDescription = '']) => {
    const own = descriptors[named]?.[conditionId]
    return { conditionId, conditionDescription, ...(own && { conditionDescriptors: own }) }
  })
}

/** What is wrong with the descriptors that an item carries, as sentences. */
export function descriptorProblems(categoryId: string, conditionId: string | undefined, input: unknown): string[] {
  const allowed = conditionsOf(categoryId).find((condition) => condition.conditionId === conditionId)
  const descriptors = allowed?.conditionDescriptors ?? []
  const entries = listOf(input).filter(isObject)
  const missing = descriptors.filter(
    ({ conditionDescriptorId: id, conditionDescriptorConstraint: rule }) =>
      rule.usage === 'REQUIRED' && !entries.some((entry) => entry['name'] === id),
  )
  const strange = entries.filter((entry) => !isAllowed(entry, descriptors))
  return [
    ...missing.map(({ conditionDescriptorName: name }) => `The condition descriptor ${name} is missing.`),
    ...strange.map((entry) => `The condition descriptor ${textOf(entry['name'])} has a value that is not allowed.`),
  ]
}

function isAllowed(entry: Json, descriptors: readonly Descriptor[]): boolean {
  const descriptor = descriptors.find(({ conditionDescriptorId: id }) => id === entry['name'])
  if (!descriptor) return false
  const { mode, cardinality, maxLength = 30 } = descriptor.conditionDescriptorConstraint
  const info = textOf(entry['additionalInfo'])
  if (mode === 'FREE_TEXT') return info !== '' && info.length <= maxLength
  const values = textsOf(entry['values'])
  const isKnown = (value: string) =>
    descriptor.conditionDescriptorValues.some(({ conditionDescriptorValueId: id }) => id === value)
  return values.length > 0 && values.every(isKnown) && (cardinality === 'MULTI' || values.length === 1)
}
