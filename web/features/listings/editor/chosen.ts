import type { Field } from '#contract/channels/describe.ts'
import { splitIds } from '../categories/categories.ts'
import { type Fields, textOf } from './fields.ts'

/** The fields of a new schema. */
export const blankFields = (described: readonly Field[]): Fields =>
  Object.fromEntries(
    described.flatMap(({ name, on, standard }) =>
      standard !== undefined && on.includes('template') ? [[name, standard]] : [],
    ),
  )

export const categoryFieldOf = (described: readonly Field[]): Field | undefined =>
  described.find(({ kind }) => kind === 'category')

/** Categories that count: a product's own, else those of its template. */
export function chosenCategories(described: readonly Field[], own: Fields, below: Fields): string[] {
  const field = categoryFieldOf(described)
  return field ? splitIds(textOf(own, field.override ?? field.name) || textOf(below, field.name)) : []
}
