import { Button } from '@mantine/core'
import { linkThere } from '#contract/adopting/adopting.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { answerOf } from '#domain/listings/standing.ts'
import { toProduct } from '#web/addresses.ts'
import { useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { panelAlert } from '#web/ui/dialogs/toast.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import type { Listing } from '../listing-state.ts'

/** Whether a listing waits for an answer, because its SKU is sold there already. */
export const isThere = ({
  result,
  externalId,
  pending,
}: Pick<Listing, 'result' | 'externalId'> & { pending: string | null }) =>
  answerOf(result) === 'there' && externalId === '' && pending === null

/** Links refused listings, or a product, to what stands there. */
export function LinkThereButton({
  which,
  channel,
  label = 'Link it',
}: {
  which: HandlerInput<typeof linkThere>['body']
  channel: string
  label?: string
}) {
  const link = useWrite(linkThere, {
    onSuccess: () => panelAlert.success(`Linking listing. Nothing changes on ${channel}.`),
  })
  return (
    <Button size="xs" variant="default" loading={link.isPending} onClick={() => link.mutate({ body: which })}>
      {label}
    </Button>
  )
}

/** The question that a SKU asks which stands on the channel already: nothing is taken over unasked. */
export const AlreadyThere = ({ listing: { id, productId, channel, result } }: { listing: Listing }) => (
  <StandsThere
    channel={channel}
    productId={productId}
    url={result?.there?.url ?? ''}
    which={id === null ? undefined : { listingIds: [id] }}
  />
)

interface Standing {
  channel: ChannelId
  productId: number
  url: string
  which: HandlerInput<typeof linkThere>['body'] | undefined
}
export function StandsThere({ channel, productId, url, which }: Standing) {
  const may = useMay('listings:write')
  const name = markNames[channel]
  return (
    <li data-tone="warning">
      <Icon name="warning" />
      <span className="grow">
        <b>This SKU is already on {name}</b>
        <small>
          Link it to manage it from Motto; its title and price don’t change. Or use a different SKU for this product.
        </small>
        {url && (
          <Button size="xs" variant="subtle" component="a" href={url} target="_blank" rel="noreferrer">
            View on {name}
          </Button>
        )}
        {may && which && (
          <span className="row">
            <LinkThereButton which={which} channel={name} />
            <LinkButton size="xs" variant="default" {...toProduct(productId)}>
              Change the SKU
            </LinkButton>
          </span>
        )}
      </span>
    </li>
  )
}
