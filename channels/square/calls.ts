import type { z } from 'zod'
import type { SquareSettings } from '#contract/channels/shapes/square.ts'
import type { HttpCall } from '../call.ts'
import { ChannelError } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { readAs } from '../kit/read.ts'
import { errorOf } from './errors.ts'
import { squareVersion } from './wire.ts'

export type SquareConnection = Connection<SquareSettings>

interface Ask {
  method: HttpCall['method']
  /** After `/v2/`. */
  path: string
  query?: Record<string, string>
  json?: unknown
  multipart?: HttpCall['multipart']
  /** Changes something. */
  write?: boolean
  /** Changes the catalog: Square takes one such call at a time of a seller. */
  catalog?: boolean
}

/** @throws ChannelError unless the answer is a success of the known shape; `maybeDone` only where something may have changed */
export async function ask<S extends z.ZodType>(c: SquareConnection, shape: S, what: Ask): Promise<z.output<S>> {
  const { method, path, query, json, multipart } = what
  const write = what.write === true || what.catalog === true
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const call: HttpCall = {
    method,
    url: `${c.origins.api}/v2/${path}${search}`,
    headers: { authorization: `Bearer ${c.accessToken}`, 'square-version': squareVersion },
    ...(json !== undefined && { json }),
    ...(multipart && { multipart }),
    ...(what.catalog && { lane: 'catalog' }),
    ...(!write && { reads: true }),
  }
  const answer = await send(c, call, write)
  if (answer.status >= 300) throw errorOf(answer, write)
  return readAs('Square', shape, answer.body, write)
}

/** A question by POST changes nothing, whatever the method says. */
async function send(c: SquareConnection, call: HttpCall, write: boolean) {
  try {
    return await c.http(call)
  } catch (error) {
    if (error instanceof ChannelError && error.maybeDone && !write)
      throw new ChannelError(error.kind, error.message, { cause: error })
    throw error
  }
}

/** As `work`, null where it is not there. */
export const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof ChannelError && error.kind === 'not_found') return null
    throw error
  })
