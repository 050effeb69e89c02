import type { HttpAnswer } from '../call.ts'
import { ChannelError, type FailureKind } from '../channel.ts'
import { retryAfter } from '../kit/oauth.ts'
import { type Problem, Refusal } from './wire.ts'

/** Square names no time to wait; a change of the catalog that is in the way takes a moment. */
const defaultWaitSeconds = 2

// @see https://developer.squareup.com/docs/build-basics/handling-errors read 2026-11-22
const codeKinds: Record<string, FailureKind> = {
  UNAUTHORIZED: 'unauthorized',
  ACCESS_TOKEN_EXPIRED: 'unauthorized',
  ACCESS_TOKEN_REVOKED: 'unauthorized',
  INSUFFICIENT_SCOPES: 'forbidden',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'not_found',
  CONFLICT: 'conflict',
  // Not among the published codes, yet what an old version is refused with.
  VERSION_MISMATCH: 'conflict',
  RATE_LIMITED: 'rate_limited',
}
const statusKinds: Record<number, FailureKind> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
}
const kindOf = (code: string, status: number): FailureKind =>
  codeKinds[code] ?? statusKinds[status] ?? (status >= 400 && status < 500 ? 'invalid' : 'unavailable')

// the last known name in the path that Square gives → what we call it
const fieldNames: Record<string, string> = {
  name: 'title',
  description_html: 'description',
  categories: 'categoryIds',
  tax_ids: 'taxIds',
  image_ids: 'images',
  image_file: 'images',
  variations: 'variations',
  item_options: 'variations',
  item_option_values: 'variations',
  values: 'variations',
  sku: 'sku',
  upc: 'barcode',
  price_money: 'price',
  present_at_location_ids: 'locationId',
  location_id: 'locationId',
  location_overrides: 'locationId',
  quantity: 'quantity',
  tracking_number: 'trackingNumber',
  carrier: 'carrier',
}
/** `batches[0].objects[1].item_data.name` → `title` */
const fieldOf = ({ field }: Problem): string | undefined =>
  field
    .split('.')
    .map((part) => part.replace(/\[\d+\]$/, ''))
    .reverse()
    .map((name) => fieldNames[name])
    .find(Boolean)

const sentences: Partial<Record<FailureKind, string>> = {
  unauthorized: 'Motto lost access to Square. Re-authorize it.',
  rate_limited: 'Square is limiting requests.',
}

/** What Square would not do. @param write the request may have changed something */
export function errorOf(answer: HttpAnswer, write: boolean): ChannelError {
  const problems = Refusal.safeParse(answer.body).data?.errors ?? []
  const [first] = problems
  const { status } = answer
  const kind = kindOf(first?.code ?? '', status)
  const fields: Record<string, string> = {}
  for (const problem of problems) {
    const field = fieldOf(problem)
    if (field) fields[field] ??= problem.detail
  }
  const text = [...new Set(problems.map(({ detail }) => detail).filter(Boolean))].join(' ')
  const message = sentences[kind] ?? (kind === 'forbidden' ? forbidden(first) : text)
  return new ChannelError(kind, message || `Square returned error ${status}.`, {
    code: first?.code ?? String(status),
    fields,
    maybeDone: write && kind === 'unavailable',
    retryAfterSeconds: retryAfter(answer) ?? (kind === 'rate_limited' ? defaultWaitSeconds : undefined),
  })
}

const forbidden = (problem: Problem | undefined): string =>
  problem?.code === 'INSUFFICIENT_SCOPES'
    ? 'Motto is missing a Square permission. Re-authorize it and allow all permissions.'
    : (problem?.detail ?? '')

/** Errors that came with an answer of success: a part was not done. @throws ChannelError */
export function throwProblems(problems: Problem[] | undefined): void {
  if (problems?.length) throw errorOf({ status: 400, headers: {}, body: { errors: problems } }, true)
}
