import type { SimRequest } from '../../kit/simulator.ts'
import { isObject, type Json, parseJson } from '../../kit/json.ts'
import { invalid } from './errors.ts'

/** @throws EtsyError 400 unless the body is a JSON object */
export function jsonOf({ rawBody, headers }: SimRequest): Json {
  if (!(headers['content-type'] ?? '').includes('json')) throw invalid('Expected a JSON body')
  const body = parseJson(rawBody.toString('utf8'))
  if (!isObject(body)) throw invalid('Invalid JSON')
  return body
}

/**
 * A body of names and values. Lists come as `a,b` or as `name[]`. Of a name that is there again Etsy takes the last alone, although its description
 * calls these fields arrays.
 * @see https://github.com/etsy/open-api/issues/291
 * @see https://github.com/etsy/open-api/issues/524
 */
export class Form {
  readonly #given: URLSearchParams

  constructor(fields: URLSearchParams) {
    this.#given = fields
  }
  static of({ rawBody, headers }: SimRequest): Form {
    if (!(headers['content-type'] ?? '').includes('x-www-form-urlencoded'))
      throw invalid('Expected application/x-www-form-urlencoded')
    return new Form(new URLSearchParams(rawBody.toString('utf8')))
  }
  has(name: string): boolean {
    return this.#given.has(name) || this.#given.has(`${name}[]`)
  }
  text(name: string): string | undefined {
    return this.#given.get(name) ?? undefined
  }
  list(name: string): string[] | undefined {
    const whole = this.#given.getAll(`${name}[]`)
    if (whole.length > 0) return whole
    if (!this.#given.has(name)) return undefined
    return (this.#given.getAll(name).at(-1) ?? '')
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '')
  }
  whole(name: string): number | null | undefined {
    const text = this.text(name)
    if (text === undefined || text === '') return text === '' ? null : undefined
    if (!/^\d+$/.test(text)) throw invalid(`Expected int value for '${name}' (got string).`)
    return Number(text)
  }
  float(name: string): number | null | undefined {
    const text = this.text(name)
    if (text === undefined || text === '') return text === '' ? null : undefined
    if (text.trim() === '' || !Number.isFinite(Number(text)))
      throw invalid(`Expected float value for '${name}' (got string).`)
    return Number(text)
  }
  yes(name: string): boolean | undefined {
    const text = this.text(name)?.toLowerCase()
    if (text === undefined) return undefined
    if (['true', '1'].includes(text)) return true
    if (['false', '0', ''].includes(text)) return false
    throw invalid(`Expected bool value for '${name}' (got string).`)
  }
}

/** The parts of `multipart/form-data`. @throws EtsyError 400 */
export async function partsOf({ rawBody, headers }: SimRequest): Promise<FormData> {
  const type = headers['content-type'] ?? ''
  if (!type.includes('multipart/form-data')) throw invalid('Expected multipart/form-data')
  try {
    return await new Response(new Uint8Array(rawBody), { headers: { 'content-type': type } }).formData()
  } catch {
    throw invalid('The body could not be read')
  }
}
