import { z } from 'zod'
import type { HttpAnswer, HttpCall } from '../../call.ts'
import { ChannelError } from '../../channel.ts'
import type { Connection } from '../../connection.ts'
import { retryAfter } from '../../kit/oauth.ts'
import { readAs } from '../../kit/read.ts'

export const Item = z.object({
  id: z.string(),
  state: z.enum(['draft', 'live', 'hidden', 'sold_out']),
  sku: z.string(),
  title: z.string(),
  description: z.string(),
  price: z.string(),
  currency: z.string(),
  quantity: z.number(),
  pictures: z.array(z.string()),
})
export type Item = z.output<typeof Item>
const Line = z.object({
  id: z.string(),
  sku: z.string(),
  title: z.string(),
  price: z.string(),
  quantity: z.number(),
  handed: z.number(),
  restocked: z.number(),
  lost: z.number(),
})
export const Order = z.object({
  id: z.string(),
  placed: z.string(),
  changed: z.string(),
  cancelled: z.boolean(),
  payment: z.enum(['paid', 'pending', 'failed']),
  buyer: z.string(),
  currency: z.string(),
  lines: z.array(Line),
})
export type Order = z.output<typeof Order>
export const pageOf = <S extends z.ZodType>(shape: S) =>
  z.object({ data: z.array(shape), after: z.string().nullable() })

const Refusal = z.object({
  error: z.object({ code: z.string(), message: z.string(), field: z.string().optional() }),
})

/** Its names of fields that we call otherwise. */
const ours: Record<string, string> = { pictures: 'images' }

function errorOf(answer: HttpAnswer, isWrite: boolean): ChannelError {
  const error = Refusal.safeParse(answer.body).data?.error
  const { code, message = `The channel answered ${answer.status}.`, field } = error ?? {}
  const { status } = answer
  if (status === 401) return new ChannelError('unauthorized', message, { code })
  if (status === 403) return new ChannelError('forbidden', message, { code })
  if (status === 404) return new ChannelError('not_found', message, { code })
  if (code === 'app_calls_used_up')
    return new ChannelError('quota', message, {
      code,
      scope: 'app',
      resetAt: new Date(answer.headers['x-calls-reset'] ?? ''),
    })
  if (code === 'one_at_a_time') return new ChannelError('rate_limited', message, { code, retryAfterSeconds: 1 })
  if (status === 429) return new ChannelError('rate_limited', message, { code, retryAfterSeconds: retryAfter(answer) })
  if (status === 409) return new ChannelError('conflict', message, { code })
  if (status < 500)
    return new ChannelError('invalid', message, { code, fields: field ? { [ours[field] ?? field]: message } : {} })
  return new ChannelError('unavailable', message, { code, maybeDone: isWrite })
}

export const appHeader = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  'x-app': `${clientId}:${clientSecret}`,
})

/** One call in the account's name. @throws ChannelError unless it was done */
export async function ask(
  c: Connection,
  call: Pick<HttpCall, 'method' | 'json' | 'multipart'> & { path: string },
): Promise<HttpAnswer> {
  const { method, path, json, multipart } = call
  const isWrite = method !== 'GET'
  const answer = await c.http({
    method,
    url: `${c.origins.api}/v1/${path}`,
    headers: { ...appHeader(c.app), authorization: `Bearer ${c.accessToken}` },
    ...(json !== undefined && { json }),
    ...(multipart && { multipart }),
    ...(isWrite && { lane: 'write' }),
  })
  if (answer.status >= 300) throw errorOf(answer, isWrite)
  return answer
}

export const get = async <S extends z.ZodType>(c: Connection, shape: S, path: string): Promise<z.output<S>> =>
  readAs('The channel', shape, (await ask(c, { method: 'GET', path })).body)

/** The item as it then stands. */
export const change = async (
  c: Connection,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: Pick<HttpCall, 'json' | 'multipart'> = {},
): Promise<Item> => readAs('The channel', Item, (await ask(c, { method, path, ...body })).body, true)
