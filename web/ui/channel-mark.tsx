import type { ChannelId } from '#contract/channels/ids.ts'
import { channelIds, channelNames } from '#contract/channels/names.ts'
import { type ListingState, listingStates, type Tone, worstFirst } from '#domain/words/states.ts'
import classes from './channel-mark.module.css'

export type MarkId = ChannelId | 'manual'

export const markNames: Record<MarkId, string> = { ...channelNames, manual: 'Manual' }

/** The channels in the order in which they stand beside each other (CHN-002..CHN-008). */
export const channelOrder = channelIds

/** Things from the act of selling, never a brand's logo: price tag, button, awning, card reader, bars, till, table, pencil. */
const signs: Record<MarkId, string> = {
  ebay: 'M4.4 4.4h5l5.8 5.8-5 5-5.8-5.8zM7.3 7.3h.01',
  etsy: 'M4.5 10a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M8.3 8.3h.01M11.7 8.3h.01M8.3 11.7h.01M11.7 11.7h.01',
  shopify:
    'M4.6 4.8h10.8l1 3.3a1.7 1.7 0 0 1-3.2 0a1.7 1.7 0 0 1-3.2 0a1.7 1.7 0 0 1-3.2 0a1.7 1.7 0 0 1-3.2 0zM5 11.2v4.3h10v-4.3',
  square: 'M6.5 3.8h7v12.4h-7zM9 6.6h2M8.8 13.6h2.4',
  bigcommerce: 'M3.8 15.5h12.4M4.8 15.3v-3.8h3.4v3.8M8.2 11.5V8.3h3.6v7M11.8 8.3V4.6h3.4v10.7',
  clover: 'M6.2 4h7.6v4.9H6.2zM6.2 8.9h7.6l2 3.4v3.5H4.2v-3.5zM4.4 12.3h11.2',
  csv: 'M4.5 4.5h11v11h-11zM4.5 8.2h11M4.5 11.8h11M8.5 4.5v11',
  manual: 'M4.5 15.5l.7-3.1 7.5-7.5 2.4 2.4-7.5 7.5z',
}

/** A badge for what is on its way (an arrow), for work to do (unequal) and for what failed (a call). */
const badges: Record<Tone, string> = {
  info: 'M6 9.5v-7M3 5.3l3-2.9 3 2.9',
  warning: 'M3 4.2h6M3 7.8h6M8.4 2.2 3.6 9.8',
  danger: 'M6 2.5v4.2M6 9.3h.01',
  success: '',
  neutral: '',
}

interface Props {
  channel: MarkId
  state?: ListingState
  /** 20 px in a cell, 24 in a list, 32 on a page. */
  size?: 's' | 'm' | 'l'
  /** True where the channel's name is beside the mark. */
  named?: boolean
}

/** The sign of a channel in its colour; a badge tells what its listing is doing. */
export function ChannelMark({ channel, state = 'live', size = 's', named }: Props) {
  const { label: word, tone } = listingStates[state]
  const label = state === 'live' ? markNames[channel] : `${markNames[channel]}, ${word.toLowerCase()}`
  const badge = state === 'queued' ? '' : badges[tone]
  return (
    <span
      className={`${classes.mark} ${classes[size]}`}
      data-state={state}
      data-tone={tone}
      style={{ '--c': `var(--ch-${channel})` } as React.CSSProperties}
      {...(named ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label, title: label })}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={signs[channel]} />
      </svg>
      {badge && (
        <span className={classes.badge}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d={badge} />
          </svg>
        </span>
      )}
    </span>
  )
}

const rank = (state: ListingState) => worstFirst.indexOf(listingStates[state].tone)

/** The marks of one product in a cell: at most four, worst first, then how many more. */
export function ChannelMarks({ listings }: { listings: readonly { channel: MarkId; state: ListingState }[] }) {
  const sorted = listings.toSorted((a, b) => rank(a.state) - rank(b.state))
  const rest = sorted.length - 4
  return (
    <span className={classes.marks}>
      {sorted.slice(0, 4).map((listing) => (
        <ChannelMark key={listing.channel} {...listing} />
      ))}
      {rest > 0 && (
        <span
          className={classes.more}
          title={sorted
            .slice(4)
            .map((l) => markNames[l.channel])
            .join(', ')}
        >
          +{rest}
        </span>
      )}
    </span>
  )
}

/** A channel with its name and a few words about its state. */
export const ChannelChip = ({
  channel,
  state = 'live',
  children,
}: {
  channel: MarkId
  state?: ListingState
  children?: React.ReactNode
}) => (
  <span className={classes.chip} data-state={state} data-tone={listingStates[state].tone}>
    <ChannelMark channel={channel} state={state} named />
    {markNames[channel]}
    {children && <small>{children}</small>}
  </span>
)
