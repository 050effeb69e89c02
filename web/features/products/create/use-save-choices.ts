import type { ChannelId } from '#contract/channels/ids.ts'
import { builtDescription } from '#contract/channels/all.ts'
import { saveListingProducts, switchOnChannels } from '#contract/listings/listings.ts'
import { useWrite } from '#web/api.ts'
import type { ApiError } from '#web/call.ts'
import type { ListingChoice, ListingChoices } from '#web/form/products/listing-choice.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'

const failed = ({ message }: ApiError) =>
  toast.error('Product created, but its listing settings weren’t saved.', message)

/** Saves how a product lists that was just created. Where its template does not say how yet, it gets a listing template with the defaults. */
export function useSaveChoices() {
  const write = useWrite(saveListingProducts, { quiet: true, onError: failed })
  const switchOn = useWrite(switchOnChannels, { quiet: true, onError: failed })
  return (productId: number, choices: ListingChoices) => {
    const made = Object.entries(choices) as [ChannelId, ListingChoice][]
    const bare = made.filter(([, { schemaId, settings }]) => !schemaId && settings.list)
    const withSchema = made.filter(([, { schemaId }]) => schemaId)
    if (bare.length > 0)
      switchOn.mutate({
        body: {
          productId,
          channels: bare.map(([channel]) => channel),
          integrationIds: bare.flatMap(([, { account }]) => account ?? []),
        },
      })
    if (withSchema.length > 0)
      write.mutate({
        body: {
          listingProducts: withSchema.map(([channel, { schemaId, category, settings, account }]) => ({
            channel,
            productId,
            ...(account !== undefined && { integrationId: account }),
            selectedSchemaId: schemaId,
            listSettings: settings,
            ...(category && { schemaOverrides: { [categoryKey(channel)]: category } }),
          })),
        },
      })
  }
}

/** Under what name a product keeps its category. */
function categoryKey(channel: ChannelId): string {
  const field = builtDescription(channel)?.fields?.find(({ kind }) => kind === 'category')
  return field?.override ?? field?.name ?? ''
}
