import type { z } from 'zod'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { FirstListing, ListingProduct } from '#contract/listings.ts'
import { nameKey } from '#domain/products/values.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { mustBeConnected } from '../integrations/service.ts'
import * as products from '../products/service.ts'
import * as templates from '../templates/service.ts'
import * as queries from './queries.ts'
import { request, saveListings, saveTemplates } from './service.ts'

interface Wanted {
  channel: ChannelId
  /** Fields of the listing template, where one has to be made. */
  schema?: Record<string, unknown>
  /** The product's own fields there. */
  overrides?: z.output<typeof FirstListing>['channels'][number]['overrides']
}

/** Switches List and Sync on; a template without a listing template for the channel gets a default one. @throws not_found, integration_missing, integration_unauthenticated */
export const switchOn = (ctx: Ctx, productId: number, channels: readonly Wanted[]): Promise<ListingProduct[]> =>
  inTransaction(ctx, async (ctx) => {
    const product = await queries.product(ctx, productId)
    if (!product) throw new AppError('not_found')
    const kept = await queries.listingTemplatesOf(ctx, product.templateId)
    for (const { channel } of channels) await mustBeConnected(ctx, channel)
    await saveTemplates(
      ctx,
      channels
        .filter(({ channel }) => !kept.some((t) => t.channel === channel))
        .map(({ channel, schema }) => ({
          templateId: product.templateId,
          channel,
          schemas: [{ ...schema, id: 'default', name: 'Default', details: '' }],
        })),
    )
    return saveListings(
      ctx,
      channels.map(({ channel, overrides }) => ({
        channel,
        productId,
        ...(overrides && Object.keys(overrides).length > 0 ? { schemaOverrides: overrides } : {}),
        listSettings: { list: true, sync: true },
      })),
    )
  })

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
