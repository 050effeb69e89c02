import type { HttpAnswer } from '../call.ts'
import { ChannelError, type FailureKind } from '../channel.ts'
import { retryAfter } from '../kit/oauth.ts'
import type { GraphqlAnswer, UserError } from './wire.ts'

// @see https://shopify.dev/docs/api/usage/response-codes read 2026-11-21
const statusKinds: Record<number, FailureKind> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
}
const statusSentences: Record<number, string> = {
  401: 'Motto lost access to Shopify. Re-authorize it.',
  402: 'This Shopify shop is frozen until its bill is paid.',
  403: 'Shopify doesn’t allow this. If your Shopify app has an IP allowlist, add this server’s address to it.',
  404: 'This Shopify shop doesn’t exist.',
  423: 'This Shopify shop is locked.',
  429: 'Shopify is limiting requests.',
}

const defaultWaitSeconds = 2

/** What an HTTP status other than 200 means. @param write the request may have changed something */
export function statusError(answer: HttpAnswer, body: GraphqlAnswer | undefined, write: boolean): ChannelError {
  const { status } = answer
  const kind =
    statusKinds[status] ??
    (status >= 400 && status < 500 && status !== 402 && status !== 423 ? 'invalid' : 'unavailable')
  const message = typeof body?.errors === 'string' ? body.errors : body?.errors?.[0]?.message
  return new ChannelError(kind, statusSentences[status] ?? message ?? `Shopify returned error ${status}.`, {
    code: String(status),
    maybeDone: write && status >= 500,
    retryAfterSeconds: retryAfter(answer) ?? (kind === 'rate_limited' ? defaultWaitSeconds : undefined),
  })
}

const codeKinds: Record<string, FailureKind> = {
  THROTTLED: 'rate_limited',
  ACCESS_DENIED: 'forbidden',
  MAX_COST_EXCEEDED: 'too_expensive',
  INTERNAL_SERVER_ERROR: 'unavailable',
}

/** An error of the request as a whole; Shopify answers it with HTTP 200. */
export function requestError(body: GraphqlAnswer, write: boolean): ChannelError {
  const first = typeof body.errors === 'string' ? { message: body.errors, extensions: undefined } : body.errors?.[0]
  const code = first?.extensions?.code
  const kind = (code && codeKinds[code]) || 'invalid'
  return new ChannelError(kind, first?.message ?? 'Shopify didn’t respond.', {
    code,
    maybeDone: write && kind === 'unavailable',
    retryAfterSeconds: kind === 'rate_limited' ? waitFor(body) : undefined,
  })
}

/** Whole seconds until the bucket holds what the request costs. */
function waitFor({ extensions }: GraphqlAnswer): number {
  const cost = extensions?.cost
  if (!cost || cost.throttleStatus.restoreRate <= 0) return defaultWaitSeconds
  const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable
  return Math.max(1, Math.ceil(missing / cost.throttleStatus.restoreRate))
}

const userKinds: Record<string, FailureKind> = {
  PRODUCT_DOES_NOT_EXIST: 'not_found',
  INVALID_INVENTORY_ITEM: 'not_found',
  PRODUCT_VARIANT_DOES_NOT_EXIST: 'not_found',
  NOT_FOUND: 'not_found',
  CHANGE_FROM_QUANTITY_STALE: 'conflict',
  IDEMPOTENCY_CONCURRENT_REQUEST: 'conflict',
  IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED: 'conflict',
}
const codeFields: Record<string, string> = {
  HANDLE_NOT_UNIQUE: 'title',
  VARIANTS_OVER_LIMIT: 'variations',
  OPTIONS_OVER_LIMIT: 'variations',
  DUPLICATED_OPTION_VALUE: 'variations',
  DUPLICATED_OPTION_NAME: 'variations',
  INVALID_LOCATION: 'locationId',
  NEGATIVE_PRICE_VALUE: 'price',
}
// the last known name in the path that Shopify gives → what we call it
const fieldNames: Record<string, string> = {
  title: 'title',
  handle: 'title',
  descriptionHtml: 'description',
  vendor: 'vendor',
  productType: 'productType',
  tags: 'tags',
  collections: 'collectionIds',
  files: 'images',
  file: 'images',
  originalSource: 'images',
  variants: 'variations',
  productOptions: 'variations',
  optionValues: 'variations',
  price: 'price',
  sku: 'sku',
  barcode: 'barcode',
  locationId: 'locationId',
  inventoryQuantities: 'locationId',
  quantity: 'quantity',
  weight: 'sizeAndWeight',
  publicationId: 'account',
}

export const fieldOf = ({ code, field }: UserError): string | undefined =>
  (code && codeFields[code]) ||
  [...(field ?? [])]
    .reverse()
    .map((name) => fieldNames[name])
    .find(Boolean)

/** What Shopify would not do, said per field. Codes are missing from some mutations: there the sentence decides. */
export function userError(errors: UserError[]): ChannelError {
  const [first] = errors
  // What a listing points at may be gone, too, a collection or a place: the listing itself stands.
  const pointsAt = first && fieldOf(first)
  const isGone = !pointsAt && /does not exist|not found|could(?:n't| not) be found/i.test(first?.message ?? '')
  const kind = (first?.code && userKinds[first.code]) || (isGone ? 'not_found' : 'invalid')
  const fields: Record<string, string> = {}
  for (const error of errors) {
    const field = fieldOf(error)
    if (field) fields[field] ??= error.message
  }
  return new ChannelError(kind, [...new Set(errors.map((e) => e.message))].join(' '), {
    code: first?.code ?? undefined,
    fields,
  })
}

export function throwUserErrors(errors: UserError[]): void {
  if (errors.length) throw userError(errors)
}
