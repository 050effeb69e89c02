import type { Endpoint } from '#contract/endpoint.ts'

const joined = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).map((v) => encodeURIComponent(String(v))).join('+')

/** The address of an endpoint with its parameters and query, as a browser of ours writes it. */
export function addressOf(endpoint: Endpoint, input: object = {}): string {
  const { params = {}, query = {} } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const pairs = Object.entries(query).filter(([, v]) => v !== undefined)
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return `/api/v2${path}${pairs.length > 0 ? `?${pairs.map(([k, v]) => `${k}=${joined(v)}`).join('&')}` : ''}`
}
