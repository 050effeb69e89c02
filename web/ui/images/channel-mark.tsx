import { channelIds, channelNames } from '#contract/channels/names.ts'
import { type ListingState, listingStates, type Tone, worstFirst } from '#domain/words/states.ts'
import classes from './channel-mark.module.css'
import { type MarkId, signs } from './channel-signs.ts'

export type { MarkId }

export const markNames: Record<MarkId, string> = { ...channelNames, manual: 'Manual' }

/** The channels in the order in which they stand beside each other (CHN-002..CHN-008). */
export const channelOrder = channelIds

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
  /** As a picture at an address of its own, which other pages may show, too (LST-002). */
  image?: boolean
}

/** The sign of a channel in its colour; a badge tells what its listing is doing. */
export function ChannelMark({ channel, state = 'live', size = 's', named, image }: Props) {
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
      {image ? (
        <img src={`/channel_icons/${channel}.png`} alt="" />
      ) : (
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={signs[channel]} />
        </svg>
      )}
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
