import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { type Answer, listingState } from '#domain/listings/standing.ts'
import { listingStates } from '#domain/words/states.ts'
import { toPublish } from '#web/addresses.ts'
import { useAccounts } from '#web/form/channels/account.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Listing, pendingWords } from '../listing-state.ts'
import classes from './listings.module.css'

interface Told {
  channel: ChannelId
  status: Listing['status']
  pending: string | null
  nextTryAt?: string | null
  waits?: Listing['waits']
  result: Listing['result']
  url: string
}

/** A listing's state as a chip. @param answer what its last answer means, where more is known than the listing tells */
export function State({ listing, answer }: { listing: Told; answer?: Answer }) {
  const state = listingStates[listingState(listing, answer)]
  return <StatusChip of={state} title={listing.result?.reason || undefined} />
}

/** What the channel said last, or what is on its way. */
export function Reason({ listing }: { listing: Told }) {
  const [nowMs] = useState(() => Date.now())
  const reason = listing.result?.reason
  if (!reason && !listing.pending) return <span className="subtle">–</span>
  return (
    <span className={classes.reason}>
      {listing.pending && <span className="subtle">{pendingWords(listing, nowMs)} </span>}
      {reason}
      {listing.result?.code && (
        <>
          {' '}
          <code className="mono subtle">{listing.result.code}</code>
        </>
      )}
    </span>
  )
}

/** The way to how a product lists in one account. */
export const PublishLink = ({
  listing: { productId, channel, integrationId },
  mono = false,
  children,
}: {
  listing: { productId: number; channel: ChannelId; integrationId: number | null }
  mono?: boolean
  children: string
}) => (
  <Link
    className={mono ? 'mono' : undefined}
    {...toPublish(productId, channel, {
      account: (useAccounts().nameOf(integrationId) && integrationId) || undefined,
    })}
  >
    {children}
  </Link>
)

/** The way to the listing on its channel. */
export const ThereLink = ({ listing }: { listing: Pick<Told, 'url' | 'channel'> }) =>
  listing.url ? (
    <a className="row" href={listing.url} target="_blank" rel="noreferrer">
      View on {markNames[listing.channel]}
      <Icon name="external" size="s" />
    </a>
  ) : null
