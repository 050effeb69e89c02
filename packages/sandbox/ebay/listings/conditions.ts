import data from '../data/conditions.json' with { type: 'json' }
import { ancestry } from './catalog.ts'

/** eBay's name of a condition → its number. */
export const conditionIds: Record<string, string> = data.ids

/** The conditions that a category allows, under the names it shows them by. */
export function conditionsOf(categoryId: string): { conditionId: string; conditionDescription: string }[] {
  const sets: Record<string, string[][]> = data.sets
  const ofCategory: Record<string, string> = data.categories
  const named = ancestry(categoryId)
    .map(({ id }) => ofCategory[id])
    .find((name) => name !== undefined)
  return (sets[named ?? 'general'] ?? []).map(([conditionId = '', conditionDescription = '']) => ({
    conditionId,
    conditionDescription,
  }))
}
