import type { z } from 'zod'
import type { BigCommerceSettings } from '#contract/channels/shapes/bigcommerce.ts'
import type { HttpAnswer, HttpCall } from '../call.ts'
import { ChannelError } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { allPages } from '../kit/paging.ts'
import { readAs } from '../kit/read.ts'
import { errorOf } from './errors.ts'
import { pageOf, Store } from './wire.ts'

export type BigCommerceConnection = Connection<BigCommerceSettings>

export const mostPerPage = 250
/** Of what a store does one at a time: adjustments of stock, and its tree of categories. */
export const aloneLane = 'alone'

interface Ask {
  method: HttpCall['method']
  /** After the store: `v3/catalog/products`. */
  path: string
  query?: Record<string, string>
  json?: unknown
  lane?: string
  /** By POST, and yet it changes nothing. */
  isQuestion?: boolean
}

/** Others who use the store take of the same window: what it tells is left of it. */
function left({ headers }: HttpAnswer): { calls: number; resetSeconds: number } | undefined {
  const [calls, ms] = [headers['x-rate-limit-requests-left'], headers['x-rate-limit-time-reset-ms']]
  return calls === undefined || ms === undefined
    ? undefined
    : { calls: Number(calls), resetSeconds: Math.ceil(Number(ms) / 1000) }
}

/** @throws ChannelError unless the answer is a success */
export async function send(c: BigCommerceConnection, what: Ask): Promise<HttpAnswer> {
  const { method, path, query, json, lane } = what
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const call: HttpCall = {
    method,
    url: `${c.origins.api}/stores/${c.facts.storeHash || c.shop}/${path}${search}`,
    headers: { 'x-auth-token': c.accessToken },
    ...(json !== undefined && { json }),
    ...(lane && { lane }),
    ...(!writes(what) && { reads: true }),
    left,
  }
  const answer = await (writes(what) ? c.http(call) : c.http(call).catch(asQuestion))
  if (answer.status >= 300) throw errorOf(answer, writes(what))
  return answer
}
const writes = ({ method, isQuestion }: Ask): boolean => method !== 'GET' && !isQuestion

/** A question changes nothing, whatever its method says. */
function asQuestion(error: unknown): never {
  if (error instanceof ChannelError && error.maybeDone)
    throw new ChannelError(error.kind, error.message, { cause: error })
  throw error
}

/** @throws ChannelError unless the answer is a success of the known shape */
export const ask = async <S extends z.ZodType>(c: BigCommerceConnection, shape: S, what: Ask): Promise<z.output<S>> =>
  readAs('BigCommerce', shape, (await send(c, what)).body, writes(what))

/** A list of V2, which answers nothing at all where it is empty. */
export async function askList<S extends z.ZodType>(
  c: BigCommerceConnection,
  shape: z.ZodArray<S>,
  what: Ask,
): Promise<z.output<S>[]> {
  const { status, body } = await send(c, what)
  return status === 204 ? [] : readAs('BigCommerce', shape, body)
}

/** Every page of a list of V3. */
export const askAll = <S extends z.ZodType>(
  c: BigCommerceConnection,
  shape: S,
  path: string,
  query: Record<string, string> = {},
): Promise<z.output<S>[]> =>
  allPages(async (cursor) => {
    const page = cursor ?? '1'
    const answer = await send(c, { method: 'GET', path, query: { ...query, limit: String(mostPerPage), page } })
    if (answer.status === 204) return { items: [], next: undefined }
    const { data, meta } = readAs('BigCommerce', pageOf(shape), answer.body)
    const last = meta?.pagination?.total_pages ?? 1
    return { items: data, next: Number(page) < last ? String(Number(page) + 1) : undefined }
  })

/** As `work`, null where it is not there. */
export const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof ChannelError && error.kind === 'not_found') return null
    throw error
  })

/** Prices and weights come without a unit: it is the store's. */
export const storeOf = (c: BigCommerceConnection) => ask(c, Store, { method: 'GET', path: 'v2/store' })
