import type { AnyEndpoint, CallInput } from '#contract/endpoint.ts'

/** The path of an endpoint with its braces filled in. */
export function pathOf(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
}

/** A query string; the items of a list are joined with a literal `+`, and a `+` inside a value is escaped. */
export function queryOf(query: Record<string, unknown> = {}): string {
  const parts = Object.entries(query).flatMap(([key, value]) => {
    if (value === undefined || value === null || value === '') return []
    if (Array.isArray(value))
      return value.length
        ? [`${encodeURIComponent(key)}=${value.map((v) => encodeURIComponent(String(v))).join('+')}`]
        : []
    return [`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`]
  })
  return parts.length ? `?${parts.join('&')}` : ''
}

/** A URL takes no more ids than that: servers accept about 16 kB. */
export const mostNamed = 1500

/** The address of an endpoint, for a link, a form or an event stream. */
export const addressOf = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {} as CallInput<E>): string => {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  return `/api/v2${pathOf(endpoint.path, params)}${queryOf(query)}`
}
