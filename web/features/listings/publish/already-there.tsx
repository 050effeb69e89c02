import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { linkThere } from '#contract/adopting.ts'
import { answerOf } from '#domain/listings/standing.ts'
import { useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { markNames } from '#web/ui/channel-mark.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Listing } from '../listing-state.ts'

/** Whether a listing waits for an answer, because its SKU is sold there already. */
export const isThere = ({
  result,
  externalId,
  pending,
}: Pick<Listing, 'result' | 'externalId'> & { pending: string | null }) =>
  answerOf(result) === 'there' && externalId === '' && pending === null

/** Links listings to what stands there. */
export function LinkThereButton({
  ids,
  channel,
  label = 'Link it',
}: {
  ids: number[]
  channel: string
  label?: string
}) {
  const link = useWrite(linkThere, {
    onSuccess: () => toast.success(`Linking. Nothing changes on ${channel}.`),
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={link.isPending}
      onClick={() => link.mutate({ body: { listingIds: ids } })}
    >
      {label}
    </Button>
  )
}

/** The question that a SKU asks which stands on the channel already: nothing is taken over unasked. */
export function AlreadyThere({ listing }: { listing: Listing }) {
  const may = useMay('listings:write')
  const name = markNames[listing.channel]
  const { id, productId, result } = listing
  return (
    <li data-tone="warning">
      <Icon name="warning" />
      <span className="grow">
        <b>This SKU is already on {name}</b>
        <small>
          Link it, and Motto manages it: its title and price stay as they are. Or list the product under another SKU.
        </small>
        {result?.there?.url && (
          <Button size="xs" variant="subtle" component="a" href={result.there.url} target="_blank" rel="noreferrer">
            Look at it on {name}
          </Button>
        )}
        {may && id !== null && (
          <span className="row">
            <LinkThereButton ids={[id]} channel={name} />
            <Button size="xs" variant="default" component={Link} to={`/product/${productId}` as string}>
              Change the SKU
            </Button>
          </span>
        )}
      </span>
    </li>
  )
}
