import type { SimRequest } from '../../kit/simulator.ts'
import { isObject, type Json, parseJson } from '../../kit/json.ts'
import { invalid, refuse } from './errors.ts'

/** @throws BigCommerceError 400, 415 */
export function bodyOf({ rawBody, headers }: SimRequest): unknown {
  if (!(headers['content-type'] ?? '').includes('json')) throw refuse(415, 'Unsupported media type.')
  const body = parseJson(rawBody.toString('utf8'))
  if (body === undefined) throw refuse(400, 'Input is invalid.')
  return body
}
/** @throws BigCommerceError 400, 422 */
export function objectOf(request: SimRequest): Json {
  const body = bodyOf(request)
  if (!isObject(body)) throw refuse(422, 'JSON data is missing or invalid')
  return body
}
/** @throws BigCommerceError 413, 422 */
export function listOf(request: SimRequest, most: number): Json[] {
  const body = bodyOf(request)
  if (!Array.isArray(body) || !body.every(isObject)) throw refuse(422, 'JSON data is missing or invalid')
  if (body.length > most) throw refuse(413, `The request contains more than ${most} items.`)
  return body
}

/** A text of an object; undefined where it is not there. @throws BigCommerceError 422 */
export function text(from: Json, name: string, { least = 0, most = Number.POSITIVE_INFINITY } = {}) {
  const value = from[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw invalid(name, `${name} must be a string`)
  if ([...value].length < least || [...value].length > most)
    throw invalid(name, `${name} must be between ${least} and ${most} characters in length`)
  return value
}
/** @throws BigCommerceError 422 */
export function number(from: Json, name: string, { least = 0, most = 9_999_999_999 } = {}) {
  const value = from[name]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(name, `${name} must be a number`)
  if (value < least || value > most) throw invalid(name, `${name} must be between ${least} and ${most}`)
  return value
}
/** @throws BigCommerceError 422 */
export function whole(from: Json, name: string, limits?: { least?: number; most?: number }) {
  const value = number(from, name, { most: 2_147_483_647, ...limits })
  if (value !== undefined && !Number.isInteger(value)) throw invalid(name, `${name} must be an integer`)
  return value
}
/** @throws BigCommerceError 422 */
export function yes(from: Json, name: string): boolean | undefined {
  const value = from[name]
  if (value !== undefined && typeof value !== 'boolean') throw invalid(name, `${name} must be a boolean`)
  return value
}
/** @throws BigCommerceError 422 */
export function oneOf<T extends string>(from: Json, name: string, known: readonly T[]): T | undefined {
  const value = from[name]
  if (value === undefined) return undefined
  const match = known.find((option) => option === value)
  if (match === undefined) throw invalid(name, `${name} must be one of ${known.join(', ')}`)
  return match
}
/** @throws BigCommerceError 422 */
export function objects(from: Json, name: string): Json[] | undefined {
  const value = from[name]
  if (value === undefined) return undefined
  if (!Array.isArray(value) || !value.every(isObject)) throw invalid(name, `${name} must be an array of objects`)
  return value
}
/** Only what is there. */
export const defined = <T extends Json>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
