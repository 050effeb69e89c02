import { getStart } from '#contract/organizations/organizations.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listToChannels, saveListingProducts, saveListingTemplates } from '#contract/listings/listings.ts'
import type { Templates } from './catalogue.ts'
import type { Client } from './client.ts'
import { listing, onChannels } from './on-channels.ts'
import { kinds, type PlannedProduct } from './plan.ts'
import { inLanes } from './random.ts'

/** Says how each template lists on each channel: category, policies, location. What is left blank is taken from the product. */
export async function makeListingTemplates(client: Client, templates: Templates): Promise<void> {
  await Promise.all(
    listing.map(async (channel) => {
      const schemaOf = await onChannels[channel].schemas(client)
      const listingTemplates = kinds.map((kind) => ({
        templateId: templates.get(kind.id) ?? 0,
        channel,
        schemas: [{ id: 'default', name: 'Default', ...schemaOf(kind) }],
      }))
      await client.call(saveListingTemplates, { body: { listingTemplates } })
    }),
  )
}

/** Asks for the listings of every product that has channels, and does not wait for them. @param idOf SKU → product id */
export async function listProducts(
  client: Client,
  planned: readonly PlannedProduct[],
  idOf: ReadonlyMap<string, number>,
): Promise<void> {
  await inLanes(
    planned.filter(({ channels }) => channels.length > 0),
    3,
    async ({ sku, channels, kind }) => {
      const productId = idOf.get(sku) ?? 0
      await client.call(saveListingProducts, {
        body: {
          listingProducts: channels.map((channel) => ({
            channel,
            productId,
            selectedSchemaId: 'default',
            listSettings: { list: true, sync: true },
            schemaOverrides: { ...onChannels[channel].overrides(kind) },
          })),
        },
      })
      await client.call(listToChannels, { body: { productId, wait: 0 } })
    },
  )
}

const PATIENCE_MS = 45_000
const LOOK_MS = 250

/** Waits until nothing is on its way to a channel any more, or the time is over: what is left then follows by itself. @returns how many are live */
export async function untilListed(client: Client): Promise<number> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    const integrations = Object.values(await client.call(listIntegrations))
    if (integrations.every(({ counts }) => counts.pending === 0)) break
    await new Promise((done) => setTimeout(done, LOOK_MS))
  }
  return (await client.call(getStart)).liveListings
}
