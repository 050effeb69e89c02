import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { listingChannels, listListingProducts } from '#contract/listings/listings.ts'
import { waitWords } from '#domain/listings/waits.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { ago, time } from '#web/ui/format.ts'

export type Panels = CallReply<typeof listingChannels>
type ChannelPanel = NonNullable<Panels[keyof Panels]>
export type Panel = Omit<ChannelPanel, 'others'>

export const panelsOf = (of: ChannelPanel | undefined): Panel[] => (of ? [of, ...of.others] : [])

/** The panel of an account of a channel: of the one that an address names, else of the first; and which that is, where there are several. */
export function panelAt(of: ChannelPanel | undefined, account: number | undefined) {
  const panel = panelsOf(of).find(({ integrationId }) => integrationId === account) ?? of
  return { panel, account: of?.others.length ? (panel?.integrationId ?? undefined) : undefined }
}

/** The accounts behind a channel's panels. */
export const accountsIn = (of: ChannelPanel | undefined) =>
  panelsOf(of).flatMap(({ integrationId, account }) => (integrationId === null ? [] : [{ id: integrationId, account }]))
export type Listing = CallReply<typeof listListingProducts>[number]
export type Settings = Listing['listSettings']

const doing: Record<NonNullable<Listing['pending']>, string> = {
  publish: 'Listing',
  revise: 'Updating',
  quantity: 'Updating quantity',
  end: 'Unlisting',
}

interface Owing {
  channel: ChannelId
  pending: string | null
  nextTryAt?: string | null
  waits?: Listing['waits']
}
/** What waits to be sent, and for what, in words; '' when nothing does. @param nowMs milliseconds since 1970 */
export function pendingWords({ channel, pending, nextTryAt, waits }: Owing, nowMs: number): string {
  if (!pending) return ''
  if (waits) return `${waitWords(waits, markNames[channel])} (since ${time(waits.since)}, until ${time(waits.until)}).`
  const what = doing[pending as NonNullable<Listing['pending']>] ?? 'Updating'
  if (!nextTryAt) return `${what}…`
  const seconds = Math.round((new Date(nextTryAt).getTime() - nowMs) / 1000)
  return seconds > 0
    ? `${what}. Next attempt in ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}.`
    : `${what}…`
}

/** `6 pieces, 21 min ago` */
export const pushedWords = ({ pushedQuantity, pushedAt }: Pick<Listing, 'pushedQuantity' | 'pushedAt'>): string =>
  pushedQuantity === null
    ? ''
    : `${pushedQuantity} ${pushedQuantity === 1 ? 'unit' : 'units'}${pushedAt ? `, ${ago(pushedAt)}` : ''}`
