import { createHash } from 'node:crypto'
import type { Env } from '../../kit/merchants.ts'
import { type Json, objectOf, parseJson, textOf } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { invalid } from './errors.ts'

/** @throws Refused unless the body is a JSON object */
export function bodyOf({ rawBody }: SimRequest): Json {
  const body = parseJson(rawBody.toString('utf8') || '{}')
  if (body === undefined) throw invalid('EXPECTED_JSON_BODY', 'The request body is not valid JSON.')
  return objectOf(body)
}

export function need(from: Json, name: string, most: number): string {
  const text = textOf(from[name])
  if (!text) throw invalid('MISSING_REQUIRED_PARAMETER', `Missing required parameter: ${name}.`, name)
  if (text.length > most) throw invalid('VALUE_TOO_LONG', `${name} may have ${most} characters at most.`, name)
  return text
}

interface Done {
  id: string
  merchant: string
  hash: string
  answer: SimAnswer
}

/** The same key with the same request is answered as the first time, and does nothing more. */
export function once(env: Env, place: string, body: Json, most: number, work: () => SimAnswer): SimAnswer {
  const key = need(body, 'idempotency_key', most)
  const id = `${env.merchant} ${place} ${key}`
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const before = env.context.store.get<Done>('idempotency', id)
  if (before && before.hash !== hash)
    throw invalid(
      'IDEMPOTENCY_KEY_REUSED',
      'The idempotency key can only be retried with the same request data.',
      'idempotency_key',
    )
  if (before) return before.answer
  const answer = work()
  env.context.store.put('idempotency', id, { id, merchant: env.merchant, hash, answer } satisfies Done)
  return answer
}

/** A place in a list that is known only together with the question that it belongs to. */
export const cursorOf = (question: unknown, after: string): string =>
  Buffer.from(JSON.stringify([hashOf(question), after])).toString('base64url')
const hashOf = (question: unknown) => createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 16)

/** @throws Refused when the cursor belongs to another question */
function afterOf(question: unknown, cursor: string): string {
  const read = (): unknown[] => {
    try {
      return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[]
    } catch {
      return []
    }
  }
  const [hash, after] = cursor ? read() : [hashOf(question), '']
  if (hash !== hashOf(question) || typeof after !== 'string')
    throw invalid('INVALID_CURSOR', 'The cursor does not belong to this request.', 'cursor')
  return after
}

/** What comes after a place of a list, so that nothing is missed while it moves. @param placeOf rises along the list, or falls where it is descending */
export function page<T>(
  all: T[],
  placeOf: (row: T) => string,
  o: { question: unknown; cursor: string; limit: number; isDescending?: boolean },
) {
  const after = afterOf(o.question, o.cursor)
  const rest = all.filter((row) => (o.isDescending && after ? placeOf(row) < after : placeOf(row) > after))
  const shown = rest.slice(0, o.limit)
  const last = shown.at(-1)
  return { shown, next: rest.length > o.limit && last ? { cursor: cursorOf(o.question, placeOf(last)) } : {} }
}

export function limitOf(body: Json, standard: number, most: number): number {
  const limit = body['limit'] ?? standard
  if (!Number.isInteger(limit) || (limit as number) < 1)
    throw invalid('VALUE_TOO_LOW', 'limit must be 1 at least.', 'limit')
  if ((limit as number) > most) throw invalid('VALUE_TOO_HIGH', `limit may be ${most} at most.`, 'limit')
  return limit as number
}
