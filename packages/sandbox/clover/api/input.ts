import { type Json, listOf, objectOf, parseJson } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { invalid } from './errors.ts'

/** @throws Refused unless the body is a JSON object */
export function bodyOf({ rawBody }: SimRequest): Json {
  const body = parseJson(rawBody.toString('utf8') || '{}')
  if (body === undefined) throw invalid('The request body is not valid JSON.')
  return objectOf(body)
}
export const elementsOf = (request: SimRequest, name: string): Json[] => listOf(bodyOf(request)[name]).map(objectOf)

const usualLimit = 100
const mostRows = 1000
/** Lists inside an answer end here, and nothing says so. */
const mostNested = 100
const mostExpands = 3

export const nested = (elements: unknown[]) => ({ elements: elements.slice(0, mostNested) })

/** @throws Refused where more is to be expanded than the platform does, or something else */
export function expandsOf({ query }: SimRequest, known: readonly string[]): Set<string> {
  const requested = query.getAll('expand').flatMap((names) => names.split(',').filter(Boolean))
  if (requested.length > mostExpands) throw invalid(`At most ${mostExpands} fields can be expanded.`)
  const strange = requested.find((name) => !known.includes(name))
  if (strange !== undefined) throw invalid(`Invalid expand field: ${strange}`)
  return new Set(requested)
}

export interface Filter {
  field: string
  op: '=' | '!=' | '>' | '>=' | '<' | '<=' | 'in'
  value: string
}
/** `field in ('A','B')` finds several at once. @see https://docs.clover.com/docs/using-filters-to-retrieve-multiple-results-from-an-endpoint */
const oneOf = /^\(\s*'[^']*'(?:\s*,\s*'[^']*')*\s*\)$/
const listed = (value: string): string[] => [...value.matchAll(/'([^']*)'/g)].map(([, item = '']) => item)

/** All of them must hold. @throws Refused where a field cannot be filtered by */
export function filtersOf({ query }: SimRequest, known: readonly string[]): Filter[] {
  return query.getAll('filter').map((text) => {
    const [, field = '', op = '', value = ''] = /^([A-Za-z.]+)(>=|<=|!=|=|>|<| in )(.*)$/s.exec(text) ?? []
    if (!known.includes(field)) throw invalid(`Invalid filter field: ${field || text}`)
    if (op === ' in ' && !oneOf.test(value)) throw invalid(`Invalid filter: ${text}`)
    return { field, op: op.trim() as Filter['op'], value }
  })
}

/** A `*` stands for any text, in names. */
function fits({ op, value, field }: Filter, there: unknown): boolean {
  if (op === 'in') return listed(value).includes(String(there ?? ''))
  const isNumber = typeof there === 'number'
  const [a, b] = isNumber ? [there, Number(value)] : [String(there ?? ''), value]
  if (op === '=') {
    if (field !== 'name' || !value.includes('*')) return a === b
    const pattern = value
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')
    return new RegExp(`^${pattern}$`, 'is').test(String(there ?? ''))
  }
  if (op === '!=') return a !== b
  if (op === '>') return a > b
  if (op === '>=') return a >= b
  return op === '<' ? a < b : a <= b
}
export const holdFor = (filters: Filter[], fieldOf: (field: string) => unknown): boolean =>
  filters.every((filter) => fits(filter, fieldOf(filter.field)))

/** One page of a list: no total, so the last page is the one that is not full. */
export function pageOf<T>(
  request: SimRequest,
  all: readonly T[],
  o: { href: string; filters?: readonly string[]; show: (row: T) => unknown },
): SimAnswer {
  const number = (name: string, usual: number) => {
    const text = request.query.get(name)
    if (text === null) return usual
    if (!/^\d+$/.test(text)) throw invalid(`Invalid ${name}: ${text}`)
    return Number(text)
  }
  const limit = Math.min(number('limit', usualLimit), mostRows)
  const offset = number('offset', 0)
  return {
    status: 200,
    headers: o.filters ? { 'x-clover-allowed-filter-fields': o.filters.join(', ') } : {},
    body: { elements: all.slice(offset, offset + limit).map(o.show), href: o.href },
  }
}
