import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What a write may alter; the browser fetches these areas anew afterwards. */
export const areaNames = [
  'account',
  'organization',
  'members',
  'templates',
  'products',
  'integrations',
  'listings',
  'orders',
  'packing',
  'jobs',
  'changes',
  'proposals',
  'views',
  'imports',
  'notifications',
  'reports',
] as const
export type Area = (typeof areaNames)[number]

export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  C extends ErrorCode = ErrorCode,
> {
  method: Method
  /** Below `/api/v2`; parameters in braces: `/products/{id}`. */
  path: string
  summary: string
  needs: Permission
  params: P
  query: Q
  body: B
  /** Shape of `data` in the envelope. The server encodes it (money to decimals, dates to ISO); the browser sees the wire form. */
  reply: R
  errors: readonly C[]
  changes: readonly Area[]
  /** The largest body as JSON, where a form's 64 kB are too few. */
  bodyBytes?: number
  /** Takes `multipart/form-data`, in parts with limits of their own. */
  form?: true
  /** Takes a body, and saves nothing: a preview, or a text that is made. It may be sent again at will. */
  savesNothing?: true
  /**
   * Why a write takes no `Idempotency-Key`, so that nobody repeats it without asking: its answer is about a session or a secret and is not kept, it
   * only mails, within limits, or a repeat sets what is set already.
   */
  noKey?: 'secret answer' | 'mails again' | 'sets the same'
  /** The page in whose address mail programs unsubscribe, with a form of one field (RFC 8058): a browser that opens it is shown a button. */
  oneClick?: `/${string}`
}

/** Bodies that hold whole descriptions, or many rows. */
export const MEGABYTE = 1024 * 1024

type Given<T, D extends z.ZodType> = T extends z.ZodType ? T : D

/** Declares one endpoint: the value that server, browser, API document and tests all read. */
export function endpoint<
  const D extends {
    method: Method
    path: string
    summary: string
    needs: Permission
    params?: z.ZodType
    query?: z.ZodType
    body?: z.ZodType
    reply: z.ZodType
    errors?: readonly ErrorCode[]
    changes?: readonly Area[]
    bodyBytes?: number
    form?: true
    savesNothing?: true
    noKey?: Endpoint['noKey']
    oneClick?: `/${string}`
  },
>(d: D) {
  return { errors: [], changes: [], params: undefined, query: undefined, body: undefined, ...d } as unknown as Endpoint<
    Given<D['params'], z.ZodUndefined>,
    Given<D['query'], z.ZodUndefined>,
    Given<D['body'], z.ZodUndefined>,
    D['reply'],
    D['errors'] extends readonly (infer C extends ErrorCode)[] ? C : never
  >
}

export type AnyEndpoint = Endpoint
/** Whether a request takes an `Idempotency-Key`: sent again with it, it is carried out once. */
export const isKeyed = ({ method, savesNothing, noKey }: AnyEndpoint): boolean =>
  method !== 'GET' && !savesNothing && !noKey
type In<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.input<S> : undefined
type Out<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.output<S> : undefined

/** What a caller sends, in wire form. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B> ? { params?: In<P>; query?: In<Q>; body?: In<B> } : never
/** What a handler receives, parsed. */
export type HandlerInput<E> =
  E extends Endpoint<infer P, infer Q, infer B> ? { params: Out<P>; query: Out<Q>; body: Out<B> } : never
/** What a handler returns (before encoding). */
export type HandlerReply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never
/** What a caller receives as `data` (wire form). */
export type CallReply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.input<R> : never

/** What an endpoint says it may refuse for reasons of its own. */
export type CallError<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer _R, infer C> ? C : never

export interface Envelope<T> {
  success: boolean
  data: T | null
  message: string
  code?: ErrorCode
  /** Path of an input → sentence. */
  fields?: Record<string, string>
}
