import { channelNames } from '#contract/channels/ids.ts'
import type { HandlerReply } from '#contract/endpoint.ts'
import type { listingPrices } from '#contract/pricing/pricing.ts'
import { resolveListing } from '#domain/listings/content/resolve.ts'
import { askedPrice, pricingProblem } from '#domain/listings/pricing/price-rule.ts'
import { askedNow, unaskable } from '#domain/listings/pricing/pricing.ts'
import { breathe } from '../../../breathe.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { type Gathered, type Listable, gather } from '../content/gather.ts'
import * as queries from '../queries.ts'

type Reply = HandlerReply<typeof listingPrices>

/** What a product costs in each account, or would cost once it is listed there. In the order of the accounts. @throws not_found */
export async function accountPrices(ctx: Ctx, productId: number): Promise<Reply> {
  const product = await queries.product(ctx, productId)
  if (!product) throw new AppError('not_found')
  const [accounts, listings] = await Promise.all([queries.allIntegrations(ctx), queries.listingsOf(ctx, productId)])
  const rows = accounts.map(
    ({ id, channel }): Listable =>
      listings.find(({ integrationId }) => integrationId === id) ?? {
        id: null,
        productId,
        templateId: product.templateId,
        channel,
        integrationId: id,
        selectedSchemaId: '',
        schemaOverrides: {},
        externalId: '',
      },
  )
  const prices: Reply = []
  for (const listing of await gather(ctx, rows)) {
    const account = accounts.find(({ id }) => id === listing.row.integrationId)
    prices.push({
      integrationId: listing.row.integrationId,
      channel: listing.row.channel,
      account: account?.shop || account?.accountName || '',
      authenticated: account?.status === 'authenticated',
      ...priceOf(listing),
    })
    await breathe()
  }
  return prices
}

/** As it is sent: the rules, the price schedule and the account's price rule applied. */
function priceOf({ row, source, integration, pricing }: Gathered<Listable>) {
  const selling = { from: integration.ownCurrency, to: integration.currency, rule: integration.priceRule }
  const currency = selling.to || selling.from
  const own = resolveListing(source).variants.map(({ price }) => price)
  const problem =
    pricingProblem(own, selling, channelNames[row.channel]) ??
    (pricing && unaskable(own, pricing.by, pricing.pace)) ??
    ''
  const prices = own.map((price) => askedPrice(pricing ? askedNow(price, pricing.by, pricing.pace) : price, selling))
  const lowest = Math.min(...prices)
  return {
    currency,
    price: problem || prices.length === 0 ? null : lowest,
    hasHigher: prices.some((price) => price > lowest),
    problem,
  }
}
