import { problem, type Problem } from '#domain/listings/problems/problem.ts'
import type { HttpAnswer } from '../call.ts'
import { ChannelError, type FailureKind } from '../channel.ts'
import { retryAfter } from '../kit/oauth.ts'
import { type EbayProblem, Problems } from './wire.ts'

// Error ids of the Inventory, Fulfillment and Account APIs:
// https://developer.ebay.com/api-docs/sell/inventory/static/error-codes.html, read 2026-11-21
const kinds: Record<number, FailureKind> = {
  1001: 'unauthorized',
  1100: 'forbidden',
  2001: 'rate_limited',
  25001: 'unavailable',
  25025: 'conflict',
  25701: 'not_found',
  25702: 'not_found',
  25705: 'not_found',
  25710: 'not_found',
  25713: 'not_found',
  25725: 'not_found',
  32100: 'not_found',
  // an earlier refund is still being worked on
  34922: 'conflict',
  25729: 'conflict',
  25803: 'conflict',
}
const fields: Record<number, string> = {
  25003: 'price',
  25004: 'quantity',
  25005: 'ebayCategoryIds',
  25007: 'fulfillmentPolicyId',
  25008: 'paymentPolicyId',
  25009: 'returnPolicyId',
  25012: 'locationId',
  25018: 'account',
  25026: 'account',
  25014: 'images',
  25015: 'images',
  25501: 'images',
  25052: 'images',
  25086: 'images',
  25020: 'sizeAndWeight',
  25715: 'sizeAndWeight',
  25021: 'condition',
  25047: 'condition',
  25048: 'condition',
  25049: 'condition',
  25050: 'title',
  25051: 'subtitle',
  25703: 'sku',
  25704: 'sku',
  25707: 'sku',
  25708: 'sku',
  25900: 'locationId',
  25901: 'locationId',
}
/** What is done about a refusal that is the seller's to mend on eBay: its sentence names no place. */
const remedies: Record<number, string> = {
  25018: 'Complete your seller registration and add a bank account for payouts in eBay’s Seller Hub.',
  25026:
    'You’ve reached eBay’s selling limit for this month. Request a higher limit in Seller Hub, or list fewer units.',
}
// what eBay calls a field → what we call it
const fieldNames: Record<string, string> = {
  title: 'title',
  description: 'description',
  listingDescription: 'description',
  imageUrls: 'images',
  subtitle: 'subtitle',
  condition: 'condition',
  conditionDescription: 'conditionDescription',
  categoryId: 'ebayCategoryIds',
  merchantLocationKey: 'locationId',
  price: 'price',
  quantity: 'quantity',
  availableQuantity: 'quantity',
  upc: 'barcode',
  ean: 'barcode',
  isbn: 'barcode',
  brand: 'brand',
  sku: 'sku',
  fulfillmentPolicyId: 'fulfillmentPolicyId',
  paymentPolicyId: 'paymentPolicyId',
  manufacturer: 'attributes.Manufacturer',
  responsiblePersons: 'attributes.EU responsible person',
  returnPolicyId: 'returnPolicyId',
}
const saysAspect = new Set([25002, 25022, 25029, 25502, 25601, 25127, 25128])

/** eBay's sentence; the long one says more when both are there. */
export const sentenceOf = (problem: EbayProblem) =>
  problem.longMessage || problem.message || `eBay error ${problem.errorId}`

// "already published" is what repeating a publish is meant to find
const alreadyPublished = 25402
/** What a success says besides. */
export const sentences = (problems: EbayProblem[] = []): string[] =>
  problems.filter((p) => p.errorId !== alreadyPublished).map(sentenceOf)

const withRemedy = (problem: EbayProblem) =>
  [sentenceOf(problem), remedies[problem.errorId] ?? (wantsBarcode(problem) ? barcodeRemedy : undefined)]
    .filter((sentence) => sentence !== undefined)
    .join(' ')

/**
 * "The ISBN field is missing. Please add ISBN to the listing and try again." Which categories ask for one is told nowhere else.
 * @see https://github.com/ashnicholes-droid/hahm-ebay-lister/issues/31 (2026-07-10)
 */
const wantsBarcode = (problem: EbayProblem) =>
  saysAspect.has(problem.errorId) && /\b(UPC|EAN|ISBN|GTIN)\b.* is missing/i.test(sentenceOf(problem))
const barcodeRemedy = 'Enter the product’s barcode. If there’s none, enter “Does not apply”.'

/** "The item specific Brand is missing. Add Brand to this listing, …" → Brand */
const aspectIn = (sentence: string) => /item specific ["']?(.+?)["']? is missing/i.exec(sentence)?.[1]

const policies: Record<number, string> = {
  25007: 'fulfillment policy',
  25008: 'payment policy',
  25009: 'return policy',
}
const UNKNOWN_CATEGORY = 25005

/** Why eBay says it, where it is clear: the same cause as what Motto finds before it asks. */
function causeOf(refusal: EbayProblem): Problem | undefined {
  const sentence = sentenceOf(refusal)
  const policy = policies[refusal.errorId]
  if (policy) return problem('policy_refused', { about: policy, sentence })
  if (refusal.errorId === UNKNOWN_CATEGORY) return problem('category_refused', { sentence })
  if (wantsBarcode(refusal)) return problem('barcode_missing', { sentence })
  const aspect = saysAspect.has(refusal.errorId) ? aspectIn(sentence) : undefined
  if (aspect) return problem('missing_specific', { about: aspect })
  return fields[refusal.errorId] === 'images' && /\bpixels\b|\btoo small\b/i.test(sentence)
    ? problem('picture_too_small', { sentence })
    : undefined
}

const speaksOf = (sentence: string, aspect: string) => {
  const name = aspect.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'iu').test(sentence)
}

/** Our field that a problem speaks of; undefined when it speaks of the whole. @param aspects names we sent or know of */
export function fieldOf(problem: EbayProblem, aspects: readonly string[] = []): string | undefined {
  const known = fields[problem.errorId] ?? (wantsBarcode(problem) ? 'barcode' : undefined)
  if (known) return known
  const sentence = sentenceOf(problem)
  for (const { name, value } of problem.parameters) {
    const aspect = aspects.find(
      (a) => a.toLowerCase() === value.toLowerCase() || a.toLowerCase() === name.toLowerCase(),
    )
    if (aspect && saysAspect.has(problem.errorId)) return `aspects.${aspect}`
    const field = fieldNames[value.split('.').at(-1) ?? ''] ?? fieldNames[name.split('.').at(-1) ?? '']
    if (field) return field
  }
  if (!saysAspect.has(problem.errorId)) return undefined
  const named =
    aspectIn(sentence) ?? [...aspects].sort((a, b) => b.length - a.length).find((a) => speaksOf(sentence, a))
  return named && `aspects.${named}`
}

/** The calls of the app's day are used up; a short wait is about its pace alone. */
const USED_UP = 2001
const LONG_SECONDS = 300

/** A listing had as many changes as a day allows; eBay has no number of its own for that. */
const tooOften = /\brevised 250 times\b|\bmaximum number of (times|revisions)\b/i
/** When its day ends is not said. */
const WORN_OUT_SECONDS = 1800

/** Somebody ended the listing: eBay has no number of its own for that either, where it is changed. */
const cannotBeRevised = new Set([25002, 25019])
const hasEnded = (problem: EbayProblem) =>
  cannotBeRevised.has(problem.errorId) && /\brevise ended listings?\b|\blisting has ended\b/i.test(sentenceOf(problem))

const kindOfStatus = (status: number): FailureKind =>
  status === 401
    ? 'unauthorized'
    : status === 403
      ? 'forbidden'
      : status === 404
        ? 'not_found'
        : status === 409
          ? 'conflict'
          : status === 429
            ? 'rate_limited'
            : status >= 500 || (status >= 300 && status < 400)
              ? 'unavailable'
              : 'invalid'

/** Names what eBay answered. @param write the request may have changed something */
export function ebayError(
  status: number,
  problems: EbayProblem[],
  o: { write?: boolean; retryAfterSeconds?: number; aspects?: readonly string[] } = {},
): ChannelError {
  const [first] = problems
  const kind = problems.some(hasEnded) ? 'ended' : ((first && kinds[first.errorId]) ?? kindOfStatus(status))
  const fieldSentences: Record<string, string> = {}
  const causes: Record<string, Problem> = {}
  for (const refusal of problems) {
    const field = fieldOf(refusal, o.aspects)
    if (!field || field in fieldSentences) continue
    fieldSentences[field] = withRemedy(refusal)
    const cause = causeOf(refusal)
    if (cause) causes[field] = cause
  }
  const { retryAfterSeconds } = o
  const isUsedUp = first?.errorId === USED_UP && (retryAfterSeconds ?? LONG_SECONDS) >= LONG_SECONDS
  const isWornOut = problems.some((problem) => tooOften.test(sentenceOf(problem)))
  const message = problems.length ? [...new Set(problems.map(withRemedy))].join(' ') : `eBay returned error ${status}.`
  return new ChannelError(isUsedUp || isWornOut ? 'quota' : kind, message, {
    code: first && String(first.errorId),
    retryAfterSeconds,
    ...(isUsedUp && { scope: 'app' as const }),
    ...(isWornOut && { scope: 'listing' as const, retryAfterSeconds: WORN_OUT_SECONDS }),
    fields: fieldSentences,
    causes,
    maybeDone: kind === 'unavailable' && o.write === true,
  })
}

export function errorOfAnswer(answer: HttpAnswer, write: boolean, aspects?: readonly string[]): ChannelError {
  const { errors } = Problems.safeParse(answer.body).data ?? { errors: [] }
  return ebayError(answer.status, errors, { write, aspects, retryAfterSeconds: retryAfter(answer) })
}

/** The offer that eBay says exists already, out of error 25002 or 25729. */
export const offerAlreadyThere = (answer: HttpAnswer): string | undefined =>
  (Problems.safeParse(answer.body).data?.errors ?? [])
    .filter((e) => e.errorId === 25002 || e.errorId === 25729)
    .flatMap((e) => e.parameters)
    .find((p) => p.name === 'offerId')?.value
