import * as contract from '#contract/publishing.ts'
import { type App, route } from '../../http/route.ts'
import * as service from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.beginPublishing, (ctx, { body }) => service.begin(ctx, body))
  route(app, contract.listPublishAccounts, (ctx) => service.listAccounts(ctx))
  route(app, contract.listPublishing, (ctx, { query }) => service.list(ctx, query))
  route(app, contract.getPublishing, (ctx, { params }) => service.get(ctx, params.id))
  route(app, contract.recheckPublishing, (ctx, { params, body }) => service.recheck(ctx, params.id, body))
  route(app, contract.startPublishing, (ctx, { params }) => service.start(ctx, params.id))
  route(app, contract.pausePublishing, (ctx, { params }) => service.pause(ctx, params.id))
  route(app, contract.cancelPublishing, (ctx, { params }) => service.cancel(ctx, params.id))
  route(app, contract.listPublishItems, (ctx, { params, query }) => service.listItems(ctx, params.id, query))
  route(app, contract.listPublishProducts, (ctx, { params, query }) => service.products(ctx, params.id, query))
}
