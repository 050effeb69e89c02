import type { ImportMapping } from '#contract/imports.ts'
import { nameKey } from '../../products/attributes/values.ts'
import type { ReadColumn } from '../reading/columns.ts'
import { MOST_IMAGES } from '../planning/product.ts'
import { headerKey } from './synonyms.ts'

type Suggested = Pick<ImportMapping, 'fieldMappings' | 'templateColumn'>
/** A column of addresses has little else. */
const MOSTLY = 0.8

/** What the values of columns say where their names did not: pictures by their addresses, and which column names the template. */
export function suggestByValues<T extends Suggested>(
  mapping: T,
  columns: readonly ReadColumn[],
  templates: Iterable<string>,
): T {
  const used = new Set([...Object.values(mapping.fieldMappings), mapping.templateColumn])
  const free = columns.filter((c) => c.filled > 0 && !used.has(c.name))
  const fieldMappings = { ...mapping.fieldMappings }
  if (!Object.keys(fieldMappings).some((field) => field.startsWith('image'))) {
    const pictures = free.filter(
      (c) =>
        c.urls >= c.filled * MOSTLY &&
        /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)|\/images?\//i.test(c.samples[0]?.value ?? ''),
    )
    pictures.slice(0, MOST_IMAGES).forEach((c, n) => {
      fieldMappings[pictures.length === 1 ? 'images' : `image${n + 1}`] = c.name
    })
  }
  const known = new Set([...templates].map(nameKey))
  const naming =
    mapping.templateColumn === null
      ? free.find((c) => c.samples.length === c.distinct && c.samples.every(({ value }) => known.has(nameKey(value))))
      : undefined
  return { ...mapping, fieldMappings, templateColumn: mapping.templateColumn ?? naming?.name ?? null }
}

/** How well a column's name fits an attribute's: 2 the same, 1 one within the other, 0 not at all. */
export function nameScore(attribute: string, column: string): number {
  const [a, b] = [headerKey(attribute), headerKey(column)]
  if (a === '' || b === '') return 0
  if (a === b || b === `c${a}` || b === `attr${a}` || spelled(a) === spelled(b)) return 2
  return a.length >= 4 && (b.includes(a) || (b.length >= 4 && a.includes(b))) ? 1 : 0
}

/** British and American spelling, one and many. */
const spelled = (key: string) => key.replace(/colour/g, 'color').replace(/s$/, '')
