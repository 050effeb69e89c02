import type { z } from 'zod'
import type { EtsySettings } from '#contract/channels/shapes/etsy.ts'
import type { HttpAnswer, HttpCall } from '../call.ts'
import { ChannelError, isGone } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { readAs } from '../kit/read.ts'
import { errorOfAnswer } from './errors.ts'

export type EtsyConnection = Connection<EtsySettings>

type Ask = Pick<HttpCall, 'form' | 'json' | 'multipart' | 'reads'> & {
  method: HttpCall['method']
  /** Below `/v3/application`. */
  path: string
  query?: Record<string, string>
}

export const ask = (c: EtsyConnection, { method, path, query, ...body }: Ask): Promise<HttpAnswer> =>
  c.http({
    method,
    url: `${c.origins.api}/v3/application${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
    headers: { authorization: `Bearer ${c.accessToken}`, 'x-api-key': keyOf(c.app) },
    ...body,
  })

/** Since February 2026 the secret is a part of it. */
export const keyOf = ({ clientId, clientSecret }: EtsyConnection['app']) => `${clientId}:${clientSecret}`

const succeeded = ({ status }: HttpAnswer) => status >= 200 && status < 300

/** @throws ChannelError unless the answer is a success of the known shape */
export async function get<S extends z.ZodType>(
  c: EtsyConnection,
  shape: S,
  path: string,
  query?: Record<string, string>,
): Promise<z.output<S>> {
  const answer = await ask(c, { method: 'GET', path, query })
  if (!succeeded(answer)) throw errorOfAnswer(answer, false, c.now())
  return readAs('Etsy', shape, answer.body)
}

/** As `get`, null where Etsy says that there is none. */
export async function find<S extends z.ZodType>(...args: Parameters<typeof get<S>>): Promise<z.output<S> | null> {
  try {
    return await get(...args)
  } catch (error) {
    if (error instanceof ChannelError && isGone(error)) return null
    throw error
  }
}

/** A write. @throws ChannelError unless Etsy accepted it */
export async function send(c: EtsyConnection, what: Ask): Promise<HttpAnswer> {
  const answer = await ask(c, what)
  if (!succeeded(answer)) throw errorOfAnswer(answer, true, c.now())
  return answer
}

/** Below the account's shop, whose number `account` answered. */
export function ofShop(c: EtsyConnection, path = ''): string {
  const { shopId } = c.facts
  if (!shopId) throw new ChannelError('unauthorized', 'Etsy didn’t say which shop this is.')
  return `/shops/${shopId}${path}`
}
