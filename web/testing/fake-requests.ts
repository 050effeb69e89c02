import { z } from 'zod'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { asText, parseQuery } from '#server/http/requests/query.ts'
import type { Call } from './fake-server.ts'

interface Issues {
  message: string
  fields: Record<string, string>
}
export interface Request {
  method: string
  /** Path and query, below `/api/v2`. */
  address: string
  /** Undefined if no known endpoint has this method and path. */
  endpoint: AnyEndpoint | undefined
  parse: (sentenceOf: z.core.$ZodErrorMap) => { call: Call<AnyEndpoint>; issues: Issues | undefined }
}

/** Finds the endpoint of a request, and reads the request by the endpoint's shapes. */
export function readRequest(address: string, init: RequestInit, endpoints: Iterable<AnyEndpoint>): Request {
  const url = new URL(address, 'http://localhost')
  const path = url.pathname.replace(/^\/api\/v2/, '')
  const method = init.method ?? 'GET'
  const endpoint = endpointAt(method, path, endpoints)
  return {
    method,
    address: path + url.search,
    endpoint,
    parse: (sentenceOf) => {
      const fields: Record<string, string> = {}
      const read = (schema: z.ZodType | undefined, value: unknown): unknown => {
        const result = schema?.safeParse(value, { error: sentenceOf })
        for (const issue of result?.error?.issues ?? []) fields[issue.path.join('.')] ??= issue.message
        return result?.success ? result.data : schema && value
      }
      const form = init.body instanceof FormData ? init.body : undefined
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      const call = {
        params: endpoint && read(endpoint.params, paramsOf(endpoint.path, path)),
        query: endpoint && read(endpoint.query, queryOf(endpoint.query, url.search)),
        body: form ? undefined : endpoint && read(endpoint.body, body),
        form,
        key: new Headers(init.headers).get('idempotency-key'),
      }
      const [first] = Object.entries(fields)
      const issues = first && { message: first[0] ? `${first[0]}: ${first[1]}` : first[1], fields }
      return { call, issues }
    },
  }
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

/** A literal path comes before one with parameters, as on the server. */
function endpointAt(method: string, path: string, endpoints: Iterable<AnyEndpoint>): AnyEndpoint | undefined {
  const matching = [...endpoints].filter((each) => each.method === method && pattern(each.path).test(path))
  return matching.find((each) => each.path === path) ?? matching[0]
}

const paramsOf = (pathOfEndpoint: string, path: string) =>
  Object.fromEntries(
    Object.entries(pattern(pathOfEndpoint).exec(path)?.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]),
  )

/** Joins a list where the schema takes one text, and leaves out what is blank, as the server does. */
function queryOf(schema: z.ZodType | undefined, search: string): Record<string, unknown> {
  const fields = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}
  return Object.fromEntries(
    Object.entries(parseQuery(search))
      .filter(([name, value]) => value !== '' || !fields[name]?.safeParse(undefined).success)
      .map(([name, value]) => [
        name,
        Array.isArray(value) && !fields[name]?.safeParse(value).success ? asText(value) : value,
      ]),
  )
}
