import { adoptingState } from '#contract/adopting/adopting.ts'
import type { ChannelId } from '#contract/channels/names.ts'
import { toAdopting } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { number, plural } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { LinkButton } from '#web/ui/link.tsx'

/** What the seller sells there already, and Motto does not manage: the way to the page that links it. */
export function AdoptLine({ channel, integrationId }: { channel: ChannelId; integrationId: number }) {
  const state = useRead(adoptingState, { params: { integrationId } })
  const name = markNames[channel]
  const { data } = state
  if (!data) return <CouldNotLoad what={`Existing ${name} listings`} read={state} />
  const { unmanagedSkus: skus, look, waiting } = data.counts
  const open = look + waiting
  return (
    <Callout
      tone={skus > 0 ? 'warning' : 'info'}
      action={
        <LinkButton size="xs" variant="default" {...toAdopting(integrationId)}>
          Existing listings
        </LinkButton>
      }
    >
      {!data.read
        ? `Already selling on ${name}? Motto can find your listings and link them to your products. Nothing changes on ${name}.`
        : skus > 0
          ? `${number(skus)} of your SKUs ${skus === 1 ? 'sells' : 'sell'} on ${name} through unlinked listings, so ${skus === 1 ? 'its' : 'their'} stock there isn’t updated after other sales.`
          : data.read.state === 'reading'
            ? `Scanning ${name}: ${plural(data.read.listings, 'listing')} so far.`
            : open > 0
              ? `${plural(open, `${name} listing`)} ${open === 1 ? 'needs' : 'need'} review.`
              : `All your ${name} listings have been reviewed.`}
    </Callout>
  )
}
