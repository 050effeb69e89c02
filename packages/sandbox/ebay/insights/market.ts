import { createHash } from 'node:crypto'
import { ancestry, aspectsOf, allCategories, findCategory, isLeaf } from '../listings/catalog.ts'

/** Something that another seller sold. */
export interface Sale {
  id: string
  categoryId: string
  title: string
  aspects: Record<string, string>
  cents: number
  quantity: number
  at: Date
}
const perLeaf = 240
const days = 90
const dayMs = 86_400_000
const adjectives = ['Handmade', 'Vintage', 'New', 'Large', 'Small', 'Classic', 'Modern', 'Premium']
const titleAspects = ['Brand', 'Color', 'Material', 'Size']

/** Always the same number from 0 to below 1 for the same words. */
const chance = (...words: (string | number)[]) =>
  createHash('sha1').update(words.join('|')).digest().readUInt32BE(0) / 2 ** 32
const pick = <T>(from: readonly T[], at: number): T | undefined => from[Math.floor(at * from.length)]

/** What sold in a category within 90 days: the same every day, so that a price found today is found tomorrow. */
export const salesIn = (categoryId: string, now: Date): Sale[] =>
  leavesOf(categoryId).flatMap((leaf) => Array.from({ length: perLeaf }, (_, n) => saleOf(leaf, n, now)))

/** Of a category high up the first few: the whole of it would be millions. */
const leavesOf = (id: string) =>
  isLeaf(id)
    ? [id]
    : allCategories
        .filter((category) => isLeaf(category.id) && ancestry(category.id).some((above) => above.id === id))
        .slice(0, 8)
        .map((category) => category.id)

function saleOf(leaf: string, n: number, now: Date): Sale {
  const name = findCategory(leaf)?.name ?? ''
  const aspects: Record<string, string> = {}
  for (const { localizedAspectName, aspectValues } of aspectsOf(leaf)) {
    const value = pick(aspectValues, chance(leaf, n, localizedAspectName))?.localizedValue
    if (value) aspects[localizedAspectName] = value
  }
  const adjective = pick(adjectives, chance(leaf, n, 'adjective')) ?? ''
  const named = titleAspects.flatMap((aspect) => aspects[aspect] ?? [])
  // Prices lie around one of the category's own; most are near it, some far above.
  const usual = 12 + 88 * chance(leaf, 'usual') ** 2
  const spread = (chance(leaf, n, 'a') + chance(leaf, n, 'b') + chance(leaf, n, 'c') - 1.5) * 0.7
  return {
    id: String(110_000_000_000 + Math.floor(chance(leaf, n, 'id') * 1e10)),
    categoryId: leaf,
    title: [adjective, ...named, name].join(' ').slice(0, 80),
    aspects,
    cents: Math.max(99, Math.round(usual * Math.exp(spread)) * 100 - 1),
    quantity: 1 + Math.floor(chance(leaf, n, 'sold') ** 3 * 12),
    at: new Date(now.getTime() - Math.floor(chance(leaf, n, 'day') * days) * dayMs),
  }
}
