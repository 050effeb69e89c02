import { getAttention, getSales } from '#contract/analytics/analytics.ts'
import * as contract from '#contract/analytics/figures.ts'
import { listingHealth } from '#contract/analytics/listing-days.ts'
import * as profitContract from '#contract/analytics/profit.ts'
import * as rateContract from '#contract/organizations/rates.ts'
import * as stockContract from '#contract/analytics/stock-figures.ts'
import { type App, fileRoute, route } from '../../http/route.ts'
import * as figures from './figures/figures.ts'
import { profitFile } from './figures/profit-file.ts'
import { profit, profitOfOrder } from './figures/profit.ts'
import { health } from './days/listing-days.ts'
import * as rates from './rates/rates.ts'
import { attention, sales } from './service.ts'
import * as soldContract from '#contract/analytics/sold-figures.ts'
import * as sold from './figures/sold-figures.ts'
import * as stock from './figures/stock-figures.ts'

export default function mount(app: App) {
  route(app, getSales, (ctx) => sales(ctx))
  route(app, getAttention, (ctx) => attention(ctx))
  route(app, contract.channelSales, (ctx, { query }) => figures.channelSales(ctx, query))
  route(app, contract.salesSummary, (ctx, { query }) => figures.summary(ctx, query))
  route(app, contract.leftOut, (ctx, { query }) => figures.leftOut(ctx, query))
  route(app, contract.inventorySignal, (ctx, { query }) => figures.signal(ctx, query))
  route(app, contract.ordersByDay, (ctx, { query }) => figures.ordersByDay(ctx, query))
  route(app, contract.templateSales, (ctx, { query }) => figures.templateSales(ctx, query))
  route(app, contract.attributeSales, (ctx, { query }) => figures.attributeSales(ctx, query))
  route(app, contract.skuSales, (ctx, { query }) => figures.skuSales(ctx, query))
  route(app, contract.productOverview, (ctx) => figures.overview(ctx))
  route(app, profitContract.profitFigures, (ctx, { params, query }) => profit(ctx, params.by, query))
  fileRoute(app, profitContract.exportProfit, async (ctx, { query }) => profitFile(ctx, query))
  route(app, profitContract.orderProfit, (ctx, { query }) => profitOfOrder(ctx, query.orderId))
  route(app, stockContract.stockValue, (ctx, { query }) => stock.value(ctx, query))
  route(app, stockContract.stockCover, (ctx, { query }) => stock.cover(ctx, query))
  route(app, soldContract.channelTelling, (ctx, { query }) => sold.telling(ctx, query))
  route(app, soldContract.oversold, (ctx, { query }) => sold.oversold(ctx, query))
  route(app, listingHealth, (ctx, { query }) => health(ctx, query))
  route(app, rateContract.listRates, (ctx, { query }) => rates.list(ctx, query))
  route(app, rateContract.saveRates, (ctx, { body }) => rates.save(ctx, body))
  route(app, rateContract.deleteRate, (ctx, { body }) => rates.remove(ctx, body), 'Rate deleted.')
  route(app, stockContract.stockAge, (ctx, { query }) => stock.age(ctx, query))
}
