/** What a published description says only in its texts, read out of them as JSON Schema. */
type Json = Record<string, unknown>

const plain = (text: unknown): string => String(text ?? '').replace(/<[^>]*>/g, '')
const numberIn = (match: RegExpExecArray | null): number | undefined =>
  match?.[1] === undefined ? undefined : Number(match[1].replaceAll(',', ''))

/** "Maximum length: 500,000" of a text, or of each text of a list. */
function lengthOf(schema: Json): Json {
  const most = numberIn(/max(?:imum)? length:?\s*([\d,]+)/i.exec(plain(schema['description'])))
  if (most === undefined) return {}
  if (schema['type'] === 'string') return { maxLength: most }
  const items = schema['items'] as Json | undefined
  return schema['type'] === 'array' && items?.['type'] === 'string' ? { items: { ...items, maxLength: most } } : {}
}

/** "Max Occurs: 25", "(maximum of 250)". */
function countOf(schema: Json): Json {
  if (schema['type'] !== 'array') return {}
  const text = plain(schema['description'])
  const most = numberIn(/max occurs:?\s*([\d,]+)/i.exec(text)) ?? numberIn(/\(maximum of ([\d,]+)\)/i.exec(text))
  return most === undefined ? {} : { maxItems: most }
}

/** Fields that are not described are not sent, either way. */
const closed = (schema: Json): Json =>
  schema['type'] === 'object' &&
  Object.keys((schema['properties'] as Json | undefined) ?? {}).length > 0 &&
  !('additionalProperties' in schema) &&
  !('allOf' in schema)
    ? { additionalProperties: false }
    : {}

/** @param schema before its texts are taken away */
export const rulesInText = (schema: Json): Json => ({ ...lengthOf(schema), ...countOf(schema), ...closed(schema) })

/** How many elements a call that does several things at once may take; undefined where nothing is said. */
export function mostElements(path: string, operation: Json): number | undefined {
  if (!path.includes('/bulk_')) return undefined
  return numberIn(/up to (\d+)/i.exec(plain(operation['description']))) ?? (path.includes('migrate') ? 5 : 25)
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Currencies that do not exist, anywhere in a body. */
export function strangeCurrencies(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) =>
    (name === 'currency' || name === 'currencyCode') && typeof item === 'string' && !currencies.has(item)
      ? [`${at}/${name} ${item} is no currency`]
      : strangeCurrencies(item, `${at}/${name}`),
  )
}

/** Whether a text in a query is of the type that its parameter has. */
export function isOfType(text: string, schema: Json): boolean {
  const allowed = schema['enum']
  if (Array.isArray(allowed) && !allowed.includes(text)) return false
  if (schema['type'] === 'integer') return /^-?\d+$/.test(text)
  if (schema['type'] === 'number') return text.trim() !== '' && Number.isFinite(Number(text))
  return schema['type'] !== 'boolean' || text === 'true' || text === 'false'
}
