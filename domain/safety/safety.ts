import type { Operator, OperatorRole } from '#contract/safety/operators.ts'
import { nameKey } from '../products/attributes/values.ts'
import { safetyAttributes, withLanguage } from './names.ts'

/** An operator as a channel is told of it. */
export interface SafetyOperator extends Omit<Operator, 'id' | 'updatedAt' | 'externalIds'> {
  /** The id that the channel has given it; '' for none. */
  externalId: string
}
/** What a document is, in the words that stand before its link. */
export const documentKinds = [
  'Safety data sheet',
  'User guide',
  'Instructions for use',
  'Installation instructions',
  'Declaration of conformity',
  'Certificate of conformity',
  'Test report',
] as const
export type DocumentKind = (typeof documentKinds)[number]
export interface SafetyDocument {
  url: string
  /** '' where no kind stands before the link. */
  kind: DocumentKind | ''
  /** '' where none is said. */
  language: string
}
/** What product safety rules ask for of a listing. */
export interface Safety {
  operators: Partial<Record<OperatorRole, SafetyOperator>>
  /** Names that products use and no operator has. */
  unknown: Partial<Record<OperatorRole, string>>
  /** Language, or '' for every other one → text. */
  warnings: Record<string, string>
  pictograms: string[]
  statements: string[]
  documents: SafetyDocument[]
  /** What stands among the documents and is no link. */
  unreadDocuments: string[]
}

interface Named {
  name: string
  value: string
}
/** Filled values by the key of their name: a product’s own, or the default of its template where the product has none. */
function valuesFrom(own: readonly Named[], defaults: readonly Named[]): Map<string, Named> {
  const filled = [...defaults, ...own].filter(({ value }) => value.trim() !== '')
  return new Map(filled.map(({ name, value }) => [nameKey(name), { name, value: value.trim() }]))
}

function warningsIn(values: ReadonlyMap<string, Named>): Record<string, string> {
  return Object.fromEntries(
    [...values].flatMap(([key, { value }]): [string, string][] => {
      if (key === nameKey(safetyAttributes.warnings)) return [['', value]]
      const [, what, language] = withLanguage.exec(key) ?? []
      return what === 'warnings' && language ? [[language, value]] : []
    }),
  )
}

const oneDocument = /^(?:([a-z][a-z ]*):\s+)?(https?:\/\/[^\s"<>]+)$/i
/** `User guide: https://…, https://…`, by language. */
function documentsIn(values: ReadonlyMap<string, Named>): Pick<Safety, 'documents' | 'unreadDocuments'> {
  const documents: SafetyDocument[] = []
  const unreadDocuments: string[] = []
  for (const [key, { value }] of values) {
    const [, what, language = ''] = withLanguage.exec(key) ?? []
    if (key !== nameKey(safetyAttributes.documents) && what !== 'documents') continue
    for (const entry of value.split(/[,\n]/).flatMap((text) => text.trim() || [])) {
      const [, words = '', url] = oneDocument.exec(entry) ?? []
      const kind = documentKinds.find((known) => known.toLowerCase() === words.trim().toLowerCase())
      if (url === undefined || (words && !kind)) unreadDocuments.push(entry)
      else documents.push({ url, kind: kind ?? '', language })
    }
  }
  return { documents, unreadDocuments }
}

/** The value of the attribute with one document more. */
export const withDocument = (value: string, url: string, kind: DocumentKind | ''): string =>
  [value.trim().replace(/,$/, ''), kind ? `${kind}: ${url}` : url].filter(Boolean).join(', ')

const roles = ['manufacturer', 'importer', 'responsible_person'] as const
const keyOf = (role: OperatorRole, name: string) => `${role} ${name.trim().toLowerCase()}`
/** Operators by role and name. */
export type OperatorIndex = ReadonlyMap<string, Operator>
export const indexOperators = (operators: readonly Operator[]): OperatorIndex =>
  new Map(operators.map((operator) => [keyOf(operator.role, operator.name), operator]))

const toldTo = (integrationId: number, { id: _id, updatedAt: _at, externalIds, ...operator }: Operator) => ({
  ...operator,
  externalId: externalIds[String(integrationId)] ?? '',
})

/**
 * What a listing says of product safety.
 * @param own attributes of the product
 * @param defaults those of its template, with their default values
 * @returns undefined where neither says anything
 */
export function safetyOf(
  own: readonly Named[],
  defaults: readonly Named[],
  { operators, integrationId }: { operators: OperatorIndex; integrationId: number },
): Safety | undefined {
  const values = valuesFrom(own, defaults)
  const valueOf = (name: string) => values.get(nameKey(name))?.value ?? ''
  const idsIn = (name: string) =>
    valueOf(name)
      .split(',')
      .flatMap((id) => id.trim() || [])
  const safety: Safety = {
    operators: {},
    unknown: {},
    warnings: warningsIn(values),
    pictograms: idsIn(safetyAttributes.pictograms),
    statements: idsIn(safetyAttributes.statements),
    ...documentsIn(values),
  }
  for (const role of roles) {
    const name = valueOf(safetyAttributes[role])
    const operator = name && operators.get(keyOf(role, name))
    if (operator) safety.operators[role] = toldTo(integrationId, operator)
    else if (name) safety.unknown[role] = name
  }
  return Object.values(safety).every((part: object) => Object.keys(part).length === 0) ? undefined : safety
}

/** The warnings for buyers who read a language. */
export const warningsFor = ({ warnings }: Safety, language: string): string => warnings[language] ?? warnings[''] ?? ''
