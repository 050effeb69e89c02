import type { ChannelId } from '#contract/channels/ids.ts'
import type { ListingState } from '#domain/words/states.ts'
import type { PageLink } from '#web/addresses.ts'
import { ChannelMark, channelOrder, markNames } from '#web/ui/images/channel-mark.tsx'
import { intoSight } from '#web/ui/layout/tabs.tsx'
import { Link } from '#web/ui/link.tsx'
import classes from './channel-strip.module.css'

interface Props {
  current: ChannelId | undefined
  /** Where a channel's tab leads. */
  linkOf: (channel: ChannelId) => PageLink
  stateOf: (channel: ChannelId) => ListingState
}

/** One tab per channel, each an address; its icon tells what the listing is doing there (LST-001, LST-002). */
export const ChannelStrip = ({ current, linkOf, stateOf }: Props) => (
  <nav className={classes.strip} aria-label="Channels">
    {channelOrder.map((channel) => (
      <Link
        key={channel}
        {...linkOf(channel)}
        aria-current={channel === current ? 'page' : undefined}
        resetScroll={false}
        {...(channel === current && { ref: intoSight })}
      >
        <ChannelMark channel={channel} state={stateOf(channel)} size="m" named image />
        {markNames[channel]}
      </Link>
    ))}
  </nav>
)

/** The channel that an address names; the first where it names none, undefined where nobody knows it. */
export const channelAt = (name: string | undefined): ChannelId | undefined =>
  name ? channelOrder.find((channel) => channel === name) : channelOrder[0]
