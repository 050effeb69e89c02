import { z } from 'zod'
import type { CloverSettings } from '#contract/channels/shapes/clover.ts'
import type { HttpCall } from '../call.ts'
import { ChannelError } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { allPages } from '../kit/paging.ts'
import { readAs } from '../kit/read.ts'
import { apiOf } from './connect.ts'
import { errorOf } from './errors.ts'
import { listOf } from './wire.ts'

export type CloverConnection = Connection<CloverSettings>

/** Most rows of a page. */
export const mostRows = 1000

interface Ask {
  method: HttpCall['method']
  /** Below the merchant; '' is the merchant itself. */
  path: string
  /** `filter` may come several times: all of them must hold. */
  query?: [name: string, value: string][]
  json?: unknown
}

const callOf = (c: CloverConnection, { method, path, query, json }: Ask): HttpCall => {
  const search = query?.length ? `?${new URLSearchParams(query)}` : ''
  return {
    method,
    url: `${apiOf(c)}/v3/merchants/${encodeURIComponent(c.facts.merchantId ?? '')}${path && `/${path}`}${search}`,
    headers: { authorization: `Bearer ${c.accessToken}` },
    ...(json !== undefined && { json }),
  }
}

/** @throws ChannelError unless the answer is a success of the known shape; `maybeDone` only where something may have changed */
export async function ask<S extends z.ZodType>(c: CloverConnection, shape: S, what: Ask): Promise<z.output<S>> {
  const write = what.method !== 'GET'
  const answer = await c.http(callOf(c, what))
  if (answer.status === 401 && what.path && (await isLetIn(c))) throw errorOf(answer, write, 'forbidden')
  if (answer.status >= 300) throw errorOf(answer, write)
  return readAs('Clover', shape, answer.body, write)
}

/** 401 is said of a token that ended and of a permission that is missing. Who may still read the merchant lacks a permission. */
const isLetIn = async (c: CloverConnection): Promise<boolean> =>
  (await c.http(callOf(c, { method: 'GET', path: '' }))).status === 200

/** What is done and answers nothing that matters. */
export const tell = (c: CloverConnection, what: Ask) => ask(c, z.unknown(), what)

/** As `work`, null where it is not there. */
export const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof ChannelError && error.kind === 'not_found') return null
    throw error
  })

/** Every row of a list. It says no total: the last page is the one that is not full. */
export const all = <S extends z.ZodType>(
  c: CloverConnection,
  shape: S,
  path: string,
  query: [name: string, value: string][] = [],
): Promise<z.output<S>[]> =>
  allPages(async (cursor = '0') => {
    const page: [string, string][] = [...query, ['limit', String(mostRows)], ['offset', cursor]]
    const { elements } = await ask(c, listOf(shape), { method: 'GET', path, query: page })
    const next = elements.length < mostRows ? undefined : String(Number(cursor) + mostRows)
    return { items: elements as z.output<S>[], next }
  })
