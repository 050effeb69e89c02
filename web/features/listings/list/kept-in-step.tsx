import { Button } from '@mantine/core'
import { type ListingProduct, saveListingProducts } from '#contract/listings/listings.ts'
import { isKeptInStep } from '#domain/listings/settings.ts'
import { useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { standings } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'

type Told = Pick<ListingProduct, 'channel' | 'productId' | 'integrationId' | 'externalId' | 'status' | 'listSettings'>

const words = ({ list, sync, syncQuantity }: Told['listSettings']) =>
  sync ? 'Everything' : syncQuantity ? 'Quantity' : list ? 'By hand' : 'Off'

/** What follows by itself; one that sells without is marked, with the way to mend it. */
export function KeptInStep({ listing }: { listing: Told }) {
  const { channel, productId, integrationId, externalId, status, listSettings } = listing
  const name = markNames[channel]
  const mayWrite = useMay('listings:write')
  const keep = useWrite(saveListingProducts, {
    onSuccess: () => toast.success(`Quantity now syncs to ${name}.`),
  })
  if (isKeptInStep(listSettings) || !externalId || status === 'unlisted')
    return <span className="muted">{words(listSettings)}</span>
  return (
    <span className="row">
      <StatusChip of={standings.notKept} title={`${name} isn’t updated when you sell elsewhere. You could oversell.`} />
      {mayWrite && (
        <Button
          size="xs"
          variant="default"
          loading={keep.isPending}
          onClick={() =>
            keep.mutate({
              body: { listingProducts: [{ channel, productId, integrationId, listSettings: { syncQuantity: true } }] },
            })
          }
        >
          Sync quantity
        </Button>
      )}
    </span>
  )
}
