import type { CallReply } from '#contract/endpoint.ts'
import type { listingChannels, listListingProducts } from '#contract/listings.ts'
import type { MarkState } from '#web/ui/channel-mark.tsx'
import { ago } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/status-chip.tsx'

export type Panels = CallReply<typeof listingChannels>
export type Panel = NonNullable<Panels[keyof Panels]>
export type Listing = CallReply<typeof listListingProducts>[number]
export type Settings = Listing['listSettings']

type Told = Pick<Listing, 'status' | 'pending' | 'result'>

/** What a listing is doing on its channel, worst first. */
export function markOf(listing: Told | null | undefined): MarkState {
  if (!listing) return 'off'
  if (listing.result?.status === 'rejected') return 'refused'
  if (listing.pending) return listing.result?.status === 'queued' ? 'queued' : 'sending'
  return listing.status === 'listed' ? 'live' : listing.status === 'error' ? 'refused' : 'off'
}

const words: Record<MarkState, { word: string; tone: Tone }> = {
  live: { word: 'Live', tone: 'success' },
  queued: { word: 'Queued', tone: 'info' },
  sending: { word: 'Sending', tone: 'info' },
  drifted: { word: 'Drifted', tone: 'warning' },
  refused: { word: 'Refused', tone: 'danger' },
  off: { word: 'Not listed', tone: 'neutral' },
}

/** The state of a listing as a word and a colour. */
export const stateOf = (listing: Told | null | undefined) =>
  listing?.status === 'unlisted' && markOf(listing) === 'off'
    ? { word: 'Unlisted', tone: 'neutral' as const }
    : words[markOf(listing)]

const doing: Record<NonNullable<Listing['pending']>, string> = {
  publish: 'Listing',
  revise: 'Sending changes',
  quantity: 'Sending the quantity',
  end: 'Unlisting',
}

/** What waits to be sent, in words; '' when nothing does. @param nowMs milliseconds since 1970 */
export function pendingWords(
  { pending, nextTryAt }: { pending: string | null; nextTryAt?: string | null },
  nowMs: number,
): string {
  if (!pending) return ''
  const what = doing[pending as NonNullable<Listing['pending']>] ?? 'Sending'
  if (!nextTryAt) return `${what}…`
  const seconds = Math.round((new Date(nextTryAt).getTime() - nowMs) / 1000)
  return seconds > 0
    ? `${what}, next try in ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}`
    : `${what}…`
}

/** `6 pieces, 21 min ago` */
export const pushedWords = ({ pushedQuantity, pushedAt }: Pick<Listing, 'pushedQuantity' | 'pushedAt'>): string =>
  pushedQuantity === null
    ? ''
    : `${pushedQuantity} ${pushedQuantity === 1 ? 'piece' : 'pieces'}${pushedAt ? `, ${ago(pushedAt)}` : ''}`
