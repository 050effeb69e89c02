import type { Field } from '#contract/channels/describe.ts'
import type { Fields } from './fields.ts'
import type { Listing, Settings } from '../listing-state.ts'

/** What is kept of a listing that a person edits. */
export interface Kept {
  /** null: there is no listing yet. */
  version: string | null
  selectedSchemaId: string
  overrides: Fields
}

/** What is being changed of a listing, on top of what is kept: only what was touched, so that all else follows live changes. */
export interface Edits {
  /** What they began with: what others save meanwhile is told, not written over. */
  base: Kept
  selectedSchemaId?: string
  overrides: Fields
  turned: Partial<Settings>
  /** Of a save that was refused: the names of what was saved elsewhere since, and of those the ones that are changed here, too. */
  merged?: { saved: readonly string[]; both: readonly string[] }
}

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export const keptOf = (listing: Listing | null | undefined): Kept => ({
  version: listing?.version ?? null,
  selectedSchemaId: listing?.selectedSchemaId ?? '',
  overrides: listing?.schemaOverrides ?? {},
})

const nameOf = (described: readonly Field[], key: string) =>
  described.find(({ name, override }) => (override ?? name) === key)?.label ?? key

/** What somebody else saved while these edits were made. @param now what is kept by now */
export function toldOf({ base, ...mine }: Edits, now: Kept, described: readonly Field[]): NonNullable<Edits['merged']> {
  const keys = [...new Set([...Object.keys(base.overrides), ...Object.keys(now.overrides)])]
  const saved = keys.filter((key) => !same(base.overrides[key], now.overrides[key]))
  const both = saved.filter((key) => key in mine.overrides && !same(mine.overrides[key], now.overrides[key]))
  const another = base.selectedSchemaId !== now.selectedSchemaId
  const clash = another && (mine.selectedSchemaId ?? now.selectedSchemaId) !== now.selectedSchemaId
  const named = (schema: boolean, of: readonly string[]) => [
    ...(schema ? ['Listing template'] : []),
    ...of.map((key) => nameOf(described, key)),
  ]
  return { saved: named(another, saved), both: named(clash, both) }
}

/** What was changed since a save took the edits; null where nothing was. @param base what the save made */
export function since(now: Edits | null, sent: Edits, base: Kept): Edits | null {
  if (now === null || now === sent) return null
  const changed = <T extends object>(later: T, earlier: T) =>
    Object.fromEntries(
      Object.entries(later).filter(([key, value]) => !(key in earlier && same(value, earlier[key as keyof T]))),
    )
  const overrides = changed(now.overrides, sent.overrides)
  const turned = changed(now.turned, sent.turned)
  const schema = now.selectedSchemaId === sent.selectedSchemaId ? {} : { selectedSchemaId: now.selectedSchemaId ?? '' }
  const left = { ...schema, overrides, turned }
  return same(left, { overrides: {}, turned: {} }) ? null : { base, ...left }
}

/** What a refused save means, and what to do. */
export function wordsOf({ saved, both }: NonNullable<Edits['merged']>, channel: string): string {
  const what = saved.length > 0 ? `: ${saved.join(', ')}` : ''
  const clash = both.length > 0 ? ` You both changed ${both.join(', ')}. Saving keeps your version.` : ''
  return `Someone else saved the ${channel} listing settings while you edited them${what}. Your changes are still here. Save again to apply them, or discard them to keep what was saved.${clash}`
}
