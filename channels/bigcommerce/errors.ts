import type { HttpAnswer } from '../call.ts'
import { ChannelError, type FailureKind } from '../channel.ts'
import { retryAfter } from '../kit/oauth.ts'
import { type Problem, Refusal } from './wire.ts'

/** A 429 that names no time is the platform's overload, not the store's count: it is left alone for longer. */
const overloadSeconds = 60
/** Something else changes the same thing just now. */
const lockedSeconds = 5

// @see docs/start/about/status-codes.mdx of https://github.com/bigcommerce/docs, read 2026-11-22
const statusKinds: Record<number, FailureKind> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_expensive',
  423: 'unavailable',
  429: 'rate_limited',
  507: 'invalid',
}
const kindOf = (status: number): FailureKind =>
  statusKinds[status] ?? (status >= 400 && status < 500 ? 'invalid' : 'unavailable')

// BigCommerce's names → what we call it
const fieldNames: Record<string, string> = {
  name: 'title',
  description: 'description',
  categories: 'categoryIds',
  brand_id: 'brandName',
  brand_name: 'brandName',
  search_keywords: 'tags',
  sku: 'sku',
  upc: 'barcode',
  price: 'price',
  images: 'images',
  image_url: 'images',
  image_file: 'images',
  variants: 'variations',
  option_values: 'variations',
  display_name: 'variations',
  location_id: 'locationId',
  quantity: 'quantity',
  weight: 'weight',
  tracking_number: 'trackingNumber',
}
/** `variants.0.sku` → `sku` */
const fieldOf = (path: string): string | undefined =>
  path
    .split(/[.[\]]+/)
    .reverse()
    .map((name) => fieldNames[name])
    .find(Boolean)

const sentences: Partial<Record<number, string>> = {
  401: 'Motto lost access to BigCommerce because the app was removed or reinstalled. Re-authorize it.',
  403: 'Motto is missing a BigCommerce permission. Reinstall the app and allow all permissions.',
  423: 'BigCommerce is updating this right now.',
  429: 'BigCommerce is limiting requests.',
  507: 'Your BigCommerce plan doesn’t allow more products.',
}

const problemsOf = ({ body }: HttpAnswer): Problem[] => Refusal.safeParse(body).data ?? []

/** What is said of each field, and in all. */
function saidBy(problems: Problem[]): { fields: Record<string, string>; message: string } {
  const fields: Record<string, string> = {}
  const messages: string[] = []
  for (const { errors, title, message } of problems) {
    const own = Object.entries(errors ?? {}).map(([path, sentence]) => [path, wordsOf(sentence)] as const)
    for (const [path, sentence] of own) {
      const field = fieldOf(path)
      if (field) fields[field] ??= sentence
    }
    messages.push(...(own.length > 0 ? own.map(([, sentence]) => sentence) : [message ?? title ?? '']))
  }
  return { fields, message: [...new Set(messages.filter(Boolean))].join(' ') }
}
const wordsOf = (sentence: unknown): string => (typeof sentence === 'string' ? sentence : JSON.stringify(sentence))

/** What BigCommerce would not do. @param write the request may have changed something */
export function errorOf(answer: HttpAnswer, write: boolean): ChannelError {
  const { status } = answer
  const { fields, message } = saidBy(problemsOf(answer))
  const kind = kindOf(status)
  return new ChannelError(kind, sentences[status] ?? (message || `BigCommerce returned error ${status}.`), {
    code: String(status),
    fields,
    maybeDone: write && kind === 'unavailable' && status !== 423,
    retryAfterSeconds: waitOf(answer),
  })
}

function waitOf(answer: HttpAnswer): number | undefined {
  if (answer.status === 423) return lockedSeconds
  return answer.status === 429 ? (retryAfter(answer) ?? overloadSeconds) : retryAfter(answer)
}

/** What was refused of something that stands all the same. */
export const partlyRefused = (errors: Record<string, unknown>): ChannelError => {
  const { fields, message } = saidBy([{ errors }])
  return new ChannelError('invalid', message || 'BigCommerce accepted only part of the update.', {
    code: '207',
    fields,
  })
}
