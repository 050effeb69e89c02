import * as contract from '#contract/views.ts'
import { type App, route } from '../../http/route.ts'
import * as views from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.listViews, (ctx, { query }) => views.list(ctx, query.page))
  route(
    app,
    contract.createView,
    (ctx, { params, body }) => views.create(ctx, { ...body, page: params.page }),
    'View created.',
  )
  route(app, contract.createViewByBody, (ctx, { body }) => views.create(ctx, body), 'View created.')
  route(app, contract.updateView, (ctx, { params, body }) => views.update(ctx, params.id, body), 'View saved.')
  route(app, contract.deleteView, (ctx, { params }) => views.remove(ctx, params.id), 'View deleted.')
}
