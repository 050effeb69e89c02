/** People type anything at a channel: PostgreSQL keeps neither NUL nor half a surrogate pair, and nothing shall fail for one. */
export function storable<T>(value: T): T
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, storable(part)]))
}
