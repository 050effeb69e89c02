import type { HttpAnswer } from '../call.ts'
import { ChannelError, type FailureKind } from '../channel.ts'
import { retryAfter } from '../kit/oauth.ts'
import { Refusal } from './wire.ts'

/** Clover's advice for a limit that names no time: a second, then twice as long. */
const defaultWaitSeconds = 1

const statusKinds: Record<number, FailureKind> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
}
const kindOf = (status: number): FailureKind =>
  statusKinds[status] ?? (status >= 400 && status < 500 ? 'invalid' : 'unavailable')

/** Clover has no codes: what a refusal is about stands in its words. */
const words: [RegExp, string][] = [
  [/\bcategor(y|ies)\b/i, 'categoryIds'],
  [/\bprice\b/i, 'price'],
  [/\bsku\b/i, 'sku'],
  [/\bcode\b/i, 'barcode'],
  [/\b(option|attribute)s?\b/i, 'variations'],
  [/\b(quantity|stock)\b/i, 'quantity'],
  [/\bname\b/i, 'title'],
]

const sentences: Partial<Record<FailureKind, string>> = {
  unauthorized: 'Motto lost access to Clover: access expired or Motto was uninstalled there.',
  forbidden:
    'Motto is missing a Clover permission. Ask your administrator to add it to the app, then reinstall Motto on Clover.',
  rate_limited: 'Clover is limiting requests.',
}

/** What Clover would not do. @param write the request may have changed something @param kind where it is known better than by the status */
export function errorOf(answer: HttpAnswer, write: boolean, kind = kindOf(answer.status)): ChannelError {
  const { message = '', details = '' } = Refusal.safeParse(answer.body).data ?? {}
  const text = [message, details].filter(Boolean).join(': ')
  const field = kind === 'invalid' ? words.find(([word]) => word.test(text))?.[1] : undefined
  return new ChannelError(kind, sentences[kind] ?? (text || `Clover returned error ${answer.status}.`), {
    code: String(answer.status),
    ...(field && { fields: { [field]: text } }),
    maybeDone: write && kind === 'unavailable',
    retryAfterSeconds: retryAfter(answer) ?? (kind === 'rate_limited' ? defaultWaitSeconds : undefined),
  })
}
