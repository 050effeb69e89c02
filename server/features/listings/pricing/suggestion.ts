import { ChannelError } from '#channels/channel.ts'
import type { Sold } from '#channels/product.ts'
import { builtDescription } from '#contract/channels/all.ts'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { priceSuggestionConfiguration, suggestPrice } from '#contract/channels/ebay-prices.ts'
import { suggestionOf } from '#domain/listings/pricing/sold-prices.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { HOURS, limitKey, limitTries } from '../../../http/requests/limits.ts'
import { toAppError, withConnection } from '../../integrations/connections/connections.ts'
import { mustBeConnected } from '../../integrations/service.ts'
import * as templates from '../../templates/service.ts'
import * as queries from '../queries.ts'

/** A search is a handful of calls of those that eBay gives the app for a day. */
const PER_HOUR = 100
const OFF = 'Price suggestions are off. Who runs this installation switches them on with EBAY_PRICE_SUGGESTIONS=on.'
const NOT_GIVEN = 'eBay hasn’t granted “Marketplace Insights” access. Your administrator can request it from eBay.'

export async function configuration(
  ctx: Ctx,
  templateId: number,
): Promise<HandlerReply<typeof priceSuggestionConfiguration>> {
  return { on: ctx.services.config.ebayPriceSuggestions, ...(await templates.priceSearch(ctx, templateId)) }
}

/**
 * What comparable items sold for. Computed when asked for, and not kept.
 * @throws unsupported while it is off, not_found, too_many_requests, integration_missing, integration_unauthenticated, channel_refused, channel_unavailable
 */
export async function suggest(
  ctx: Ctx,
  { templateId, title, attributes }: HandlerInput<typeof suggestPrice>['query'],
): Promise<HandlerReply<typeof suggestPrice>> {
  const { services, organizationId } = ctx
  await templates.priceSearch(ctx, templateId)
  if (!services.config.ebayPriceSuggestions) throw new AppError('unsupported', OFF)
  const { id: integrationId } = await mustBeConnected(ctx, 'ebay')
  await limitTries(
    services,
    [{ key: limitKey('price', organizationId), max: PER_HOUR, seconds: HOURS }],
    `At most ${PER_HOUR} prices are suggested in an hour. Try again later.`,
  )
  const request = { words: title, attributes, categoryId: await categoryOf(ctx, templateId, integrationId) }
  const { prices, currency, category, loosely } = await withConnection(
    services,
    { organizationId, integrationId },
    async ({ channel, connection }): Promise<Sold> => {
      if (!channel.sold) throw new AppError('unsupported')
      return channel.sold(connection, request)
    },
  ).catch((error: unknown) => {
    if (error instanceof ChannelError && error.kind === 'forbidden')
      throw new AppError('channel_refused', NOT_GIVEN, { cause: error })
    throw toAppError(error)
  })
  const suggestion = suggestionOf(prices)
  return {
    currency,
    suggestedPrice: suggestion?.price ?? null,
    sales: prices.length,
    buckets: suggestion?.buckets ?? [],
    category: category?.name ?? '',
    loosely,
  }
}

/** Where the template lists on eBay; '' where it says none. */
async function categoryOf(ctx: Ctx, templateId: number, integrationId: number): Promise<string> {
  const field = builtDescription('ebay')?.fields.find(({ kind }) => kind === 'category')
  const listingTemplate = (await queries.listingTemplatesOf(ctx, templateId)).find(
    (template) => template.integrationId === integrationId,
  )
  const chosen = listingTemplate?.schemas
    .map((schema) => schema[field?.name ?? ''])
    .find((ids) => typeof ids === 'string' && ids)
  return typeof chosen === 'string' ? (chosen.split(',')[0] ?? '').trim() : ''
}
