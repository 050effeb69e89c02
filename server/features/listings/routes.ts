import * as contract from '#contract/listings/listings.ts'
import * as prices from '#contract/channels/ebay-prices.ts'
import { preflight as preflightEndpoint } from '#contract/listings/preflight.ts'
import { listingPrices, pricePlan, restartPricing } from '#contract/pricing/pricing.ts'
import * as options from '#contract/listings/option-values.ts'
import { channelValues } from '#contract/mappings/values.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { createEbayTemplate } from '#contract/integrations/lookups.ts'
import { type App, route, stepsRoute } from '../../http/route.ts'
import { accountsOf, createAndList, switchOn } from './create-and-list.ts'
import { accountsThatOwe, changedOf } from './content/changed.ts'
import { waitsOf } from '../integrations/connections/waits.ts'
import { attributesOf, fromCategories } from './from-categories.ts'
import { page } from './list-queries.ts'
import { optionValues } from './content/option-values.ts'
import { preflight } from './preflight.ts'
import * as suggestion from './pricing/suggestion.ts'
import { savePriceSearch } from '../templates/service.ts'
import { searchFilter } from '../products/service.ts'
import { accountPrices } from './pricing/accounts.ts'
import * as pricing from './pricing/pricing.ts'
import * as requests from './requests.ts'
import * as service from './service.ts'
import { templateValues } from './content/values.ts'
import { viewResult, viewWaits } from './content/views.ts'

const ok = { ok: true } as const

export default function mount(app: App) {
  route(app, contract.listingChannels, (ctx, { query }) => service.panels(ctx, query.templateId, query.productId))
  route(
    app,
    contract.saveListingTemplates,
    (ctx, { body }) => service.saveTemplates(ctx, body.listingTemplates),
    'Saved.',
  )
  stepsRoute(
    app,
    createEbayTemplate,
    {
      prepare: (ctx, { body }) => attributesOf(ctx, 'ebay', body),
      save: (ctx, { body: { template, ...asked } }, attributes) =>
        fromCategories(ctx, 'ebay', { ...asked, name: template }, attributes),
    },
    'Template Created.',
  )
  route(app, contract.listListingProducts, (ctx, { query }) => service.listingProducts(ctx, query.productId))
  route(app, contract.saveListingProducts, (ctx, { body }) => service.saveListings(ctx, body.listingProducts), 'Saved.')
  route(app, contract.switchOnChannels, async (ctx, { body }) =>
    switchOn(ctx, body.productId, await accountsOf(ctx, body.channels, body.integrationIds)),
  )
  route(app, contract.createAndList, (ctx, { body }) => createAndList(ctx, body))
  route(app, prices.suggestPrice, (ctx, { query }) => suggestion.suggest(ctx, query))
  route(app, prices.priceSuggestionConfiguration, (ctx, { query }) => suggestion.configuration(ctx, query.templateId))
  route(
    app,
    prices.savePriceSuggestionConfiguration,
    async (ctx, { body: { templateId, ...search } }) => {
      await savePriceSearch(ctx, templateId, search)
      return ok
    },
    'Saved Pricing Aspects to Template.',
  )
  route(app, preflightEndpoint, (ctx, { query }) => preflight(ctx, query))
  route(app, listingPrices, (ctx, { query }) => accountPrices(ctx, query.productId))
  route(app, pricePlan, (ctx, { query }) => pricing.plan(ctx, query))
  route(app, restartPricing, (ctx, { body }) => pricing.restart(ctx, body), 'Restarted from Max Price.')
  stepsRoute(app, contract.listToChannels, {
    save: (ctx, { body }) => requests.askAll(ctx, body.productId),
    finish: (ctx, request, { body }) => requests.answersOf(ctx, request, body.wait),
  })
  stepsRoute(
    app,
    contract.listProduct,
    {
      save: (ctx, { params, body }) => requests.askToList(ctx, params.channel, body),
      finish: (ctx, request, { body }) => requests.listedOne(ctx, request, body.wait),
    },
    'Successfully listed product.',
  )
  stepsRoute(
    app,
    contract.unlistProduct,
    {
      save: (ctx, { params, body }) => requests.askToUnlist(ctx, params.integration, body),
      finish: (ctx, request, { body }) => requests.unlistedOne(ctx, request, body.wait),
    },
    'Successfully unlisted.',
  )
  route(app, contract.retryListing, async (ctx, { params }) => {
    await requests.retry(ctx, params.id)
    return ok
  })
  route(app, contract.listListings, async (ctx, { query }) => {
    const { rows, ...counted } = await page(ctx, {
      ...query,
      products: query.search?.some((text) => text.trim()) ? searchFilter(query.search) : undefined,
    })
    const changed = await changedOf(
      ctx,
      rows.flatMap((r) => (r.result?.of ? [r.id] : [])),
    )
    const waits = await waitsOf(ctx, accountsThatOwe(rows))
    return {
      ...counted,
      data: rows.map(({ images, result, list, sync, syncQuantity, pendingSince, ...r }) => ({
        ...r,
        listSettings: { list, sync, syncQuantity },
        channel: r.channel as ChannelId,
        available: Number(r.available ?? 0),
        image: images[0]?.url ?? '',
        waits: viewWaits({ ...r, pendingSince }, waits.get(r.integrationId)),
        result: result && viewResult(result, changed.has(r.id)),
      })),
    }
  })
  route(app, options.ebayOptionValues, (ctx, { query }) => optionValues(ctx, 'ebay', query, query.categoryId))
  route(app, options.etsyOptionValues, (ctx, { query }) => optionValues(ctx, 'etsy', query, query.taxonomyId))
  route(app, options.csvOptionValues, (ctx, { query }) => optionValues(ctx, 'csv', query))
  route(app, channelValues, (ctx, { query }) => templateValues(ctx, query))
}
