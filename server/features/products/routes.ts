import * as bundles from '#contract/products/bundles.ts'
import * as pictures from '#contract/products/images.ts'
import * as contract from '#contract/products/products.ts'
import * as past from '#contract/products/history.ts'
import { type App, route } from '../../http/route.ts'
import { history, undo } from './history.ts'
import { list } from './list/list.ts'
import { listAttributeValues, listTags, suggestProducts, suggestSkus } from './list/lookups.ts'
import { bundleOf, makeBundle } from './bundles.ts'
import { ofProduct, retry } from './images/service.ts'
import * as products from './service.ts'
import { duplicate, freeSku, listPrefixes } from './skus.ts'

/** The area's endpoints; the signature of an upload belongs to images. */
export default function mount(app: App) {
  route(app, contract.listProducts, (ctx, { query }) => list(ctx, query))
  route(app, contract.searchProducts, (ctx, { query }) => suggestProducts(ctx, query))
  route(app, contract.allAttributeValues, (ctx, { query }) => listAttributeValues(ctx, query))
  route(app, contract.getProduct, (ctx, { params }) => products.get(ctx, params.id))
  route(app, contract.getProductBySku, (ctx, { params }) => products.findBySku(ctx, params.sku))
  route(app, contract.createProduct, (ctx, { body }) => products.create(ctx, body.product), 'Product created.')
  route(app, contract.updateProduct, (ctx, { body }) => products.update(ctx, body.product), 'Product saved.')
  route(app, contract.deleteProduct, (ctx, { params }) => products.remove(ctx, params.id))
  route(app, contract.duplicateProduct, (ctx, { params, body }) => duplicate(ctx, params.id, body?.sku))
  route(app, contract.copySku, async (ctx, { params }) => ({ sku: await freeSku(ctx, params.id) }))
  route(app, contract.skuPrefixes, (ctx, { query }) => listPrefixes(ctx, query.templateId))
  route(app, contract.allSkus, (ctx, { query }) => suggestSkus(ctx, query.search ?? '', query.limit))
  route(app, contract.allTags, (ctx) => listTags(ctx))
  route(app, contract.deleteImage, (ctx, { body }) => products.deleteImage(ctx, body))
  route(app, pictures.productPictures, (ctx, { params }) => ofProduct(ctx, params.id))
  route(app, pictures.retryProductPictures, (ctx, { params }) => retry(ctx, params.id))
  route(app, bundles.getBundle, (ctx, { params }) => bundleOf(ctx, params.id))
  route(app, bundles.saveBundle, (ctx, { body }) => makeBundle(ctx, body))
  route(app, past.productHistory, (ctx, { params, query }) => history(ctx, params.id, query))
  route(app, past.undoProductChange, (ctx, { body }) => undo(ctx, body))
  route(app, contract.listMovements, (ctx, { params, query }) => products.listMovements(ctx, params.id, query))
}
