import type { ListingProduct, ListingResult } from '#contract/listings/listings.ts'
import type { ListingState } from '../words/states.ts'

/** What our own checks found in what would be sent now: field → sentence. */
export interface Found {
  errors: Readonly<Record<string, string>>
  warnings: Readonly<Record<string, string>>
}

type Said = Pick<ListingResult, 'status' | 'fields' | 'saidBy' | 'changed' | 'there'>

/**
 * What the last answer still means. `refused`: the channel's answer, to what would be sent now. `stopped`: never sent; we stopped it ourselves.
 * `there`: not sent, because its SKU is sold there already; whether to link the two is for the seller to say. `changed`: refused or stopped, but
 * something else would be sent now.
 */
export type Answer = 'none' | 'waiting' | 'done' | 'refused' | 'there' | 'stopped' | 'changed'

/** Whether the last answer is about what would be sent now. @param edited whether a field was changed here and is not saved yet */
export function answerOf(
  last: Said | null,
  { check, edited = false }: { check?: Found | undefined; edited?: boolean } = {},
): Answer {
  if (!last) return 'none'
  if (last.status !== 'rejected') return last.status === 'queued' ? 'waiting' : 'done'
  const ours = last.saidBy === 'motto'
  // Our checks are asked anew each time: what they stopped then, they stop now, or no longer.
  if (ours && check && !edited && Object.keys(last.fields).length > 0)
    return Object.keys(check.errors).length > 0 ? 'stopped' : 'changed'
  if (last.there && !last.changed) return 'there'
  if (last.changed || edited) return 'changed'
  return ours ? 'stopped' : 'refused'
}

/** The fields of a listing that stand in red, with the reason: what our checks find, and what the channel refused and nobody changed since. */
export function fieldsInRed(last: Said | null, check: Found | undefined): Record<string, string> {
  const answer = answerOf(last, check && { check })
  const counts = answer === 'refused' || (answer === 'stopped' && !check)
  return { ...check?.errors, ...(counts ? last?.fields : {}) }
}

/** The last answer in a few words; '' where there is none. @param channel its name */
export function answerWords(answer: Answer, channel: string, saidBy: ListingResult['saidBy'] = 'channel'): string {
  switch (answer) {
    case 'none':
      return ''
    case 'waiting':
      return 'Waiting'
    case 'done':
      return 'Done'
    case 'refused':
      return `Rejected by ${channel}`
    case 'there':
      return `Already on ${channel}`
    case 'stopped':
      return `Not sent to ${channel}`
    case 'changed':
      return saidBy === 'channel' ? `Changed since ${channel} rejected it` : 'Changed since the last check'
  }
}

export interface Verdict {
  tone: 'success' | 'neutral'
  title: string
  sentence: string
}

/** The line for what our checks let pass; undefined where they stop something. It never reads as the channel's consent. @param channel its name */
export function verdictOf(check: Found, answer: Answer, channel: string): Verdict | undefined {
  if (Object.keys(check.errors).length > 0) return undefined
  const checked = `Checked: texts, images, price, quantity and ${channel}’s known rules.`
  if (answer === 'refused')
    return {
      tone: 'neutral',
      title: 'No other problems found',
      sentence: `${channel} still rejected it. Fix the problem above, then publish again.`,
    }
  if (answer === 'changed') return { tone: 'success', title: 'Motto’s check finds no problems now', sentence: checked }
  const recommended = Object.keys(check.warnings).length > 0
  return {
    tone: 'success',
    title: recommended ? 'All required fields are complete' : 'All checks passed',
    sentence: checked,
  }
}

type Told = Pick<ListingProduct, 'status'> & { pending: string | null; waits?: object | null; result: Said | null }

/** What a listing is doing on its channel. What a person is to mend goes first, unless it is on its way already. @param known what its last answer means, where more is known than the listing tells */
export function listingState(listing: Told | null | undefined, known?: Answer): ListingState {
  if (!listing) return 'off'
  const { status, pending, result } = listing
  const answer = known ?? answerOf(result)
  const onItsWay = answer === 'waiting' || listing.waits ? 'queued' : 'sending'
  // A quantity that is sent does not mend what was refused.
  if (pending && pending !== 'quantity') return onItsWay
  if (answer === 'refused' || answer === 'there' || answer === 'stopped' || answer === 'changed') return answer
  if (pending) return onItsWay
  if (status === 'listed') return 'live'
  return status === 'error' ? 'failed' : status === 'unlisted' ? 'unlisted' : 'off'
}
