import type { Area } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { type PageLink, pathOf, toOrder, toProduct, toTemplate } from '../addresses.ts'

/** A write that was made without a network, as it is to be sent. */
export interface KeptWrite {
  /** Also its Idempotency-Key: sent twice, it is carried out once. */
  id: string
  /** Whose it is: user and organization. */
  who: string
  /** When it was made, in milliseconds since 1970. */
  at: number
  method: string
  /** Its path in the contract, braces and all. */
  path: string
  input: Input
  changes: readonly Area[]
  state: 'waiting' | 'refused'
  /** Why it was refused. */
  message: string
  code?: ErrorCode | undefined
}
export interface Input {
  params?: unknown
  query?: unknown
  body?: unknown
}
export interface Refusal {
  status: number
  message: string
  code?: ErrorCode | undefined
  fields?: Record<string, string>
}
export type Answer = { ok: true; data: unknown } | { ok: false; error: Refusal }

/** Where writes are kept, oldest first. */
export interface WriteStore {
  all(): Promise<KeptWrite[]>
  put(write: KeptWrite): Promise<void>
  remove(id: string): Promise<void>
}

/** No answer, or one that says nothing about the write, such as a page of whoever stands between: it is sent again later. A session that is over waits for whoever signs in again. */
export const isAway = ({ status, code }: Refusal): boolean =>
  status < 400 || status === 401 || status === 429 || status >= 502 || code === 'request_running'

interface ProductWrite {
  id: number
  version?: number
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isProduct = (value: unknown): value is ProductWrite => isRecord(value) && typeof value.id === 'number'
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The products that a write is about. */
export function productsOf({ input }: Pick<KeptWrite, 'input'>): ProductWrite[] {
  const { body } = input
  return isRecord(body) ? [body.product, ...listOf(body.products)].filter(isProduct) : []
}

/** The pages of what a write is about. */
export function linksOf(write: Pick<KeptWrite, 'input' | 'path'>): PageLink[] {
  const { body, params } = write.input
  const fields = isRecord(body) ? body : {}
  const order = isRecord(fields.order) ? fields.order.id : fields.orderId
  const template = write.path.startsWith('/productTemplates/') && isRecord(params) ? Number(params.id) : undefined
  return [
    ...productsOf(write).map(({ id }) => toProduct(id)),
    ...(typeof order === 'number' ? [toOrder(order)] : []),
    ...(template === undefined ? [] : [toTemplate(template)]),
  ]
}

/** Their addresses, such as `/product/12`. */
export const pagesOf = (write: Pick<KeptWrite, 'input' | 'path'>): string[] => linksOf(write).map(pathOf)

/** What of a write is not saved after this answer; undefined when all of it is. */
export function leftOf(write: KeptWrite, answer: Answer): KeptWrite | undefined {
  if (!answer.ok) return { ...write, state: 'refused', message: answer.error.message, code: answer.error.code }
  const failed = isRecord(answer.data) ? listOf(answer.data.failed).filter(isProduct) : []
  const { body } = write.input
  if (failed.length === 0 || !isRecord(body)) return undefined
  const ids = new Set(failed.map(({ id }) => id))
  const reasons = [...new Set(failed.map((product) => String((product as { message?: unknown }).message ?? '')))]
  const [first] = failed as { code?: ErrorCode }[]
  return {
    ...write,
    input: { ...write.input, body: { ...body, products: productsOf(write).filter(({ id }) => ids.has(id)) } },
    state: 'refused',
    message: reasons.join(' '),
    code: first?.code,
  }
}

/** Puts a later write on top of an earlier one of the same products: what the earlier made is not somebody else's change. */
export function onTop(later: KeptWrite, earlier: KeptWrite, data: unknown): KeptWrite {
  const made = isRecord(data) ? [data, ...listOf(data.saved)].filter(isProduct) : []
  const moved = new Map(
    productsOf(earlier).flatMap(({ id, version }) => {
      const now = made.find((product) => product.id === id)?.version
      return version === undefined || now === undefined ? [] : [[id, { from: version, to: now }] as const]
    }),
  )
  const lift = (product: unknown) => {
    const move = isProduct(product) ? moved.get(product.id) : undefined
    return move && isProduct(product) && product.version === move.from ? { ...product, version: move.to } : product
  }
  const { body } = later.input
  if (moved.size === 0 || !isRecord(body)) return later
  return {
    ...later,
    input: {
      ...later.input,
      body: {
        ...body,
        ...(body.product === undefined ? {} : { product: lift(body.product) }),
        ...(Array.isArray(body.products) ? { products: body.products.map(lift) } : {}),
      },
    },
  }
}

/**
 * Sends what waits, oldest first and one after another. One that is refused is kept as such, and the next ones go on; without an answer all stay.
 * @param report of each that was answered, with what is left of it
 * @returns whether nothing waits any more
 */
export async function drain(
  store: WriteStore,
  send: (write: KeptWrite) => Promise<Answer>,
  report: (write: KeptWrite, answer: Answer, left: KeptWrite | undefined) => void,
): Promise<boolean> {
  for (;;) {
    const waiting = (await store.all()).filter(({ state }) => state === 'waiting')
    const [next, ...later] = waiting
    if (!next) return true
    const answer = await send(next)
    if (!answer.ok && isAway(answer.error)) return false
    if (answer.ok)
      for (const write of later) {
        const lifted = onTop(write, next, answer.data)
        if (lifted !== write) await store.put(lifted)
      }
    const left = leftOf(next, answer)
    await (left ? store.put(left) : store.remove(next.id))
    report(next, answer, left)
  }
}
