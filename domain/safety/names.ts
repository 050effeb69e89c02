import type { OperatorRole } from '#contract/safety/operators.ts'
import { nameKey } from '../products/attributes/values.ts'

/** The attributes in which products and templates hold what product safety rules ask for. */
export const safetyAttributes = {
  manufacturer: 'Manufacturer',
  importer: 'Importer',
  responsible_person: 'EU responsible person',
  /** `Safety warnings (de)` is for one language. */
  warnings: 'Safety warnings',
  /** Links to files, separated by commas; `Safety documents (de)` is of files in one language. */
  documents: 'Safety documents',
  /** Ids as eBay publishes them for its sites, separated by commas. */
  pictograms: 'Safety pictograms',
  statements: 'Safety statements',
} as const

export const withLanguage = /^safety (warnings|documents) \(([a-z]{2})\)$/

/** Its name as rules have it: every product may have such an attribute. Undefined of any other. */
export function safetyAttributeName(name: string): string | undefined {
  const key = nameKey(name)
  const [, what, language] = withLanguage.exec(key) ?? []
  if (what) return `Safety ${what} (${language})`
  return Object.values(safetyAttributes).find((known) => nameKey(known) === key)
}

/** Whether an attribute holds something that product safety rules ask for. */
export const isSafetyAttribute = (name: string): boolean => safetyAttributeName(name) !== undefined

/** Whose name it holds, where it holds an operator's. */
export const operatorRoleOf = (name: string): OperatorRole | undefined =>
  (['manufacturer', 'importer', 'responsible_person'] as const).find(
    (role) => nameKey(safetyAttributes[role]) === nameKey(name),
  )
