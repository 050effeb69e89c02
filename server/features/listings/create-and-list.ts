import type { z } from 'zod'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { FirstListing, ListingProduct } from '#contract/listings/listings.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { mustBeConnected } from '../integrations/service.ts'
import * as products from '../products/service.ts'
import * as templates from '../templates/service.ts'
import * as queries from './queries.ts'
import { request } from './requests.ts'
import { saveListings, saveTemplates } from './service.ts'

interface Wanted {
  channel: ChannelId
  /** The channel's first where none is named. */
  integrationId?: number | undefined
  /** Fields of the listing template, where one has to be made. */
  schema?: Record<string, unknown>
  /** The product's own fields there. */
  overrides?: z.output<typeof FirstListing>['channels'][number]['overrides']
}

/** Switches List and Sync on; a template without a listing template for the account gets a default one. @throws not_found, integration_missing, integration_unauthenticated */
export const switchOn = (ctx: Ctx, productId: number, requests: readonly Wanted[]): Promise<ListingProduct[]> =>
  inTransaction(ctx, async (ctx) => {
    const product = await queries.product(ctx, productId)
    if (!product) throw new AppError('not_found')
    const listingTemplates = await queries.listingTemplatesOf(ctx, product.templateId)
    const accounts = []
    for (const entry of requests)
      accounts.push({ ...entry, integrationId: (await mustBeConnected(ctx, entry.channel, entry.integrationId)).id })
    await saveTemplates(
      ctx,
      accounts
        .filter(({ integrationId }) => !listingTemplates.some((t) => t.integrationId === integrationId))
        .map(({ channel, integrationId, schema }) => ({
          templateId: product.templateId,
          channel,
          integrationId,
          schemas: [{ ...schema, id: 'default', name: 'Default', details: '' }],
        })),
    )
    return saveListings(
      ctx,
      accounts.map(({ channel, integrationId, overrides }) => ({
        channel,
        productId,
        integrationId,
        ...(overrides && Object.keys(overrides).length > 0 ? { schemaOverrides: overrides } : {}),
        listSettings: { list: true, sync: true },
      })),
    )
  })

/** Of each channel those of its accounts that are named, or its first. @throws integration_missing where one is not of these channels */
export async function accountsOf(
  ctx: Ctx,
  channels: readonly ChannelId[],
  integrationIds: readonly number[] = [],
): Promise<Wanted[]> {
  const all = await queries.allIntegrations(ctx)
  const named = integrationIds.map((id) => all.find((i) => i.id === id && channels.includes(i.channel)))
  if (named.includes(undefined)) throw new AppError('integration_missing')
  return channels.flatMap((channel): Wanted[] => {
    const own = named.flatMap((i) => (i?.channel === channel ? [{ channel, integrationId: i.id }] : []))
    return own.length > 0 ? own : [{ channel }]
  })
}

/** Creates a product with what it needs around it, and asks its channels to list it. @throws sku_taken, template_taken, integration_missing, integration_unauthenticated, invalid_input */
export const createAndList = (ctx: Ctx, { product, template, channels }: z.output<typeof FirstListing>) =>
  inTransaction(ctx, async (ctx) => {
    const { id: templateId, attributes } = await templates.named(ctx, template)
    const idOf = (name: string) => attributes.find((a) => nameKey(a.name) === nameKey(name))?.id ?? null
    const { id } = await products.create(ctx, {
      ...product,
      templateId,
      attributes: product.attributes.map((a) => ({
        ...a,
        templateAttributeId: idOf(a.name),
        overrideDynamicMapping: false,
        source: 'user',
      })),
    })
    await switchOn(ctx, id, channels)
    for (const row of await queries.listingsOf(ctx, id)) await request(ctx, row, 'publish')
    return { id, templateId }
  })
