import { adoptingState } from '#contract/adopting/adopting.ts'
import type { ChannelId } from '#contract/channels/names.ts'
import { toAdopting } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { number } from '#web/ui/format.ts'
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
        ? `Do you sell on ${name} already? Motto reads what stands there and links it to your products. Nothing changes there.`
        : skus > 0
          ? `${number(skus)} ${skus === 1 ? 'SKU of yours is' : 'SKUs of yours are'} sold on ${name} by listings that Motto does not manage: a sale elsewhere does not lower them.`
          : data.read.state === 'reading'
            ? `Motto reads what you sell on ${name}: ${number(data.read.listings)} listings so far.`
            : open > 0
              ? `${number(open)} listings on ${name} wait for you to say what they are.`
              : `All that you sell on ${name} is looked through.`}
    </Callout>
  )
}
