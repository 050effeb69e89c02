import type { CallReply } from '#contract/endpoint.ts'
import type { listingChannels } from '#contract/listings/listings.ts'

type Panels = CallReply<typeof listingChannels>
export type Schema = NonNullable<NonNullable<Panels[keyof Panels]>['listingTemplate']>['schemas'][number]

/** What a template lists with before anything was saved (LST-037). */
export const firstSchema = (fields: Record<string, unknown>): Schema => ({
  id: 'default',
  name: 'Default',
  details: '',
  ...fields,
})

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const isNameTaken = (schemas: readonly Schema[], name: string, except?: string) =>
  schemas.some((s) => s.id !== except && same(s.name, name))

/** Why no schema may be added under a name (LST-043). */
export const addProblem = (schemas: readonly Schema[], name: string): string | undefined =>
  !name.trim() || isNameTaken(schemas, name) ? `Schema with name "${name.trim()}" already exists.` : undefined

/** Why a schema may not be renamed so (LST-044, LST-045). */
export const renameProblem = (schemas: readonly Schema[], id: string, name: string): string | undefined =>
  !name.trim() ? 'Name can not be empty' : isNameTaken(schemas, name, id) ? 'Name already exists' : undefined

/** Moves a schema one place to the left (−1) or right (+1). */
export function move(schemas: readonly Schema[], id: string, by: -1 | 1): Schema[] {
  const from = schemas.findIndex((s) => s.id === id)
  const moved = schemas[from]
  const to = from + by
  if (!moved || to < 0 || to >= schemas.length) return [...schemas]
  return schemas.toSpliced(from, 1).toSpliced(to, 0, moved)
}

/** Takes a schema away; the last one stays (LST-048). */
export const remove = (schemas: readonly Schema[], id: string): Schema[] =>
  schemas.length > 1 ? schemas.filter((s) => s.id !== id) : [...schemas]

export const replace = (schemas: readonly Schema[], id: string, change: Partial<Schema>): Schema[] =>
  schemas.map((s) => (s.id === id ? { ...s, ...change } : s))
