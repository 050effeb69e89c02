import * as changes from '#contract/orders/change.ts'
import { createOrder } from '#contract/orders/create.ts'
import * as contract from '#contract/orders/orders.ts'
import * as costContract from '#contract/orders/costs.ts'
import * as handling from '#contract/orders/handling.ts'
import * as ruling from '#contract/orders/rules.ts'
import * as work from '#contract/orders/work.ts'
import * as packing from '#contract/orders/packing.ts'
import { reportItems, undoItemReport } from '#contract/orders/item-reports.ts'
import * as refunding from '#contract/orders/refunds.ts'
import { shipOrders } from '#contract/orders/ship-many.ts'
import * as slipping from '#contract/orders/slips.ts'
import * as returns from '#contract/orders/returns.ts'
import * as settling from '#contract/orders/settling.ts'
import { type App, actRoute, fileRoute, route } from '../../http/route.ts'
import * as costs from './costs.ts'
import { cancel, change } from './entry/change.ts'
import { create, sources } from './entry/create.ts'
import { ordersFile } from './export.ts'
import { handle, tags } from './handling.ts'
import { history } from './history.ts'
import { report, undoReport } from './packing/item-reports.ts'
import { pack, packOrder, shipPackedOrder, shipPackedPart, toPack } from './packing/packing.ts'
import { promiseNow } from './intake/promises.ts'
import { returnLines } from './returns/returns.ts'
import * as refunds from './refunds/service.ts'
import * as rules from './rules/service.ts'
import * as orders from './service.ts'
import { assign, forget, leave, list as unsettled, takeFrom, wait } from './settling/settling.ts'
import * as channelSkus from './intake/channel-skus.ts'
import * as ships from './shipping/ship-many.ts'
import { updateShipping } from './shipping/shipping.ts'
import { saveSettings, settings } from './slips/settings.ts'
import * as slips from './slips/service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.getOrder, (ctx, { query }) => orders.get(ctx, query.orderId))
  route(app, contract.searchOrders, (ctx, { query }) => orders.list(ctx, query))
  fileRoute(app, work.exportOrders, (ctx, { query }) => ordersFile(ctx, query))
  route(app, work.ordersOnPaper, (ctx, { query }) => orders.onPaper(ctx, query.ids))
  route(app, contract.recentOrders, (ctx, { query }) => orders.recent(ctx, query))
  route(app, contract.ordersByProduct, (ctx, { query }) => orders.byProduct(ctx, query))
  actRoute(
    app,
    contract.updateShipping,
    async (ctx, { body }, turn) => {
      await updateShipping(ctx, body, undefined, turn)
      return null
    },
    async (ctx, _, { body }) => (await orders.get(ctx, body.orderId)).order,
    'Order Shipping Updated',
  )
  actRoute(
    app,
    shipOrders,
    (ctx, { body }, turn) => ships.shipOrders(ctx, body.orders, undefined, turn),
    async (_, outcomes) => ({ shipped: outcomes.filter(({ outcome }) => outcome === 'shipped').length, outcomes }),
  )
  route(app, createOrder, (ctx, { body }) => create(ctx, body.order), 'Created Order!')
  route(app, changes.updateOrder, async (ctx, { body }) => {
    await change(ctx, body.order)
    return (await orders.get(ctx, body.order.id)).order
  })
  route(app, changes.cancelOrder, async (ctx, { body }) => {
    await cancel(ctx, body.orderId)
    return (await orders.get(ctx, body.orderId)).order
  })
  route(app, work.promisePieces, async (ctx, { body }) => {
    await promiseNow(ctx, body.orderId)
    return (await orders.get(ctx, body.orderId)).order
  })
  route(app, settling.listUnsettled, (ctx, { query }) => unsettled(ctx, query))
  route(app, settling.assignLine, (ctx, { body }) => assign(ctx, body), 'Product linked')
  route(app, settling.takeFromSku, (ctx, { body }) => takeFrom(ctx, body), 'Stock reserved')
  route(app, settling.waitForStock, (ctx, { body }) => wait(ctx, body))
  route(app, settling.leaveLine, (ctx, { body }) => leave(ctx, body))
  route(app, settling.listMeanings, (ctx) => channelSkus.list(ctx))
  route(app, settling.forgetMeaning, (ctx, { body }) => forget(ctx, body))
  route(
    app,
    returns.returnPieces,
    async (ctx, { body }) => {
      await returnLines(ctx, body)
      return (await orders.get(ctx, body.orderId)).order
    },
    'Return recorded',
  )
  route(app, refunding.orderUndoing, (ctx, { query }) => refunds.undoing(ctx, query.orderId))
  route(app, refunding.refundOrder, (ctx, { body }) => refunds.refund(ctx, body))
  route(app, refunding.cancelAtChannel, (ctx, { body }) => refunds.cancel(ctx, body))
  route(app, refunding.settleUndoing, (ctx, { body }) => refunds.settle(ctx, body))
  route(app, costContract.saveLineCost, (ctx, { body }) => costs.enterLineCost(ctx, body), 'Cost saved')
  route(app, costContract.fillCosts, (ctx, { body }) => costs.fillCosts(ctx, body), 'Costs saved')
  route(app, costContract.clearCosts, (ctx, { body }) => costs.undoCosts(ctx, body))
  route(app, costContract.unknownCosts, (ctx) => costs.unknown(ctx))
  route(app, handling.handleOrders, (ctx, { body }) => handle(ctx, body))
  route(app, handling.orderTags, (ctx) => tags(ctx))
  route(app, handling.orderHistory, (ctx, { query }) => history(ctx, query.orderId))
  route(app, ruling.listOrderRules, (ctx) => rules.list(ctx))
  route(app, ruling.createOrderRule, (ctx, { body }) => rules.create(ctx, body), 'Rule Created')
  route(app, ruling.tryOrderRule, (ctx, { query, body }) => rules.tryOut(ctx, body, query))
  route(app, ruling.updateOrderRule, (ctx, { params, body }) => rules.update(ctx, params.id, body), 'Rule Saved')
  route(app, ruling.switchOrderRule, (ctx, { params, body }) => rules.turn(ctx, params.id, body))
  route(app, ruling.moveOrderRule, (ctx, { params, body }) => rules.move(ctx, params.id, body.to))
  route(app, ruling.deleteOrderRule, (ctx, { params }) => rules.remove(ctx, params.id), 'Rule Deleted')
  route(app, packing.ordersToPack, (ctx, { query }) => toPack(ctx, query.ids))
  route(app, packing.packPieces, (ctx, { body }) => pack(ctx, body))
  route(app, reportItems, async (ctx, { body }) => {
    const reported = await report(ctx, body)
    return { order: await packOrder(ctx, body.orderId), report: reported }
  })
  route(app, undoItemReport, async (ctx, { body }) => packOrder(ctx, await undoReport(ctx, body)))
  actRoute(
    app,
    packing.shipPart,
    async (ctx, { body }, turn) => {
      await shipPackedPart(ctx, body, undefined, turn)
      return null
    },
    (ctx, _, { body }) => packOrder(ctx, body.orderId),
    'Part Sent',
  )
  actRoute(
    app,
    packing.shipPacked,
    async (ctx, { body }, turn) => {
      await shipPackedOrder(ctx, body, undefined, turn)
      return null
    },
    (ctx, _, { body }) => packOrder(ctx, body.orderId),
    'Order Shipped',
  )
  route(app, slipping.getSlipSettings, (ctx) => settings(ctx))
  route(app, slipping.saveSlipSettings, (ctx, { body }) => saveSettings(ctx, body), 'Slip settings saved')
  route(app, slipping.listSlips, (ctx) => slips.list(ctx))
  route(app, slipping.makeSlips, (ctx, { query, body }) => slips.make(ctx, query, body))
  route(app, slipping.cancelSlips, (ctx, { params }) => slips.cancel(ctx, params.id))
  fileRoute(app, slipping.slipsFile, (ctx, { params }) => slips.file(ctx, params.id))
  route(app, work.orderSources, (ctx) => sources(ctx))
  actRoute(
    app,
    contract.importOrders,
    async (ctx, { params, body }) => ({
      ...(await orders.importNow(ctx, { ...params, integrationId: body?.integrationId })),
    }),
    async (_, imported) => imported,
    'Imported Orders',
  )
}
