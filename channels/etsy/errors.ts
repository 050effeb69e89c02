import { z } from 'zod'
import type { HttpAnswer } from '../call.ts'
import { ChannelError, type FailureKind } from '../channel.ts'
import { later, retryAfter } from '../kit/oauth.ts'

const Problem = z.looseObject({
  error: z.union([z.string(), z.array(z.looseObject({ path: z.string().optional(), message: z.string() }))]).optional(),
  error_description: z.string().optional(),
})

/** Etsy has no codes, only sentences: what they speak of, and our field. The first that fits counts. */
const fields: [RegExp, string][] = [
  [/gpsr_manufacturer/i, 'attributes.Manufacturer'],
  [/gpsr_responsible/i, 'attributes.EU responsible person'],
  [/gpsr_safety_warnings/i, 'attributes.Safety warnings'],
  [/shipping_profile|shipping profile/i, 'shippingProfileId'],
  [/return_policy|return policy/i, 'returnPolicyId'],
  [/readiness_state|processing profile/i, 'processingProfileId'],
  [/shop_section|section/i, 'sectionId'],
  [/taxonomy/i, 'taxonomyIds'],
  [/when_made/i, 'whenMade'],
  [/who_made/i, 'whoMade'],
  [/required attributes|for the property|property_id/i, 'properties'],
  [/\/tags|\btags?\b/i, 'tags'],
  [/materials?/i, 'materials'],
  [/property_name|property values?|variation/i, 'variations'],
  [/item[_/](weight|length|width|height)|shipping data/i, 'sizeAndWeight'],
  [/quantity/i, 'quantity'],
  [/price/i, 'price'],
  [/\bsku\b/i, 'sku'],
  [/images?/i, 'images'],
  [/description/i, 'description'],
  [/title/i, 'title'],
]
export const fieldOf = (sentence: string): string | undefined => fields.find(([pattern]) => pattern.test(sentence))?.[1]

const kindOf = (status: number): FailureKind => {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 409) return 'conflict'
  return status >= 500 || status < 400 ? 'unavailable' : 'invalid'
}

/** Names what Etsy answered. @param write the request may have changed something */
export function errorOfAnswer(answer: HttpAnswer, write: boolean, now: Date): ChannelError {
  const { status, headers } = answer
  const { error, error_description: description } = Problem.safeParse(answer.body).data ?? {}
  const messages = typeof error === 'string' ? [description ?? error] : (error ?? []).map(({ message }) => message)
  const code = typeof error === 'string' && /^[a-z_]+$/.test(error) ? error : undefined
  if (status === 429) return tooMany(retryAfter(answer), headers['x-remaining-today'], now)
  const kind = kindOf(status)
  const named =
    kind === 'invalid' ? messages.flatMap((message): [string, string][] => [[fieldOf(message) ?? '', message]]) : []
  return new ChannelError(kind, messages.join(' ') || `Etsy returned error ${status}.`, {
    code,
    fields: Object.fromEntries(named.filter(([field]) => field)),
    maybeDone: kind === 'unavailable' && write,
  })
}

/** So many calls in a second, or all that the app has in 24 hours: the second is told by what remains of them. */
function tooMany(seconds: number | undefined, today: string | undefined, now: Date): ChannelError {
  if (today !== '0')
    return new ChannelError('rate_limited', 'Etsy is limiting requests.', { retryAfterSeconds: seconds ?? 1 })
  return new ChannelError('quota', 'Etsy’s daily API limit is used up.', {
    scope: 'app',
    resetAt: later(now, seconds ?? 3600),
    retryAfterSeconds: seconds,
  })
}
