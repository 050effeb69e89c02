import * as contract from '#contract/library.ts'
import { type App, openRoute, route } from '../../http/route.ts'
import * as library from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  const { services } = app
  route(app, contract.listStockTemplates, (ctx) => library.list(ctx))
  route(
    app,
    contract.importStockTemplate,
    (ctx, { body }) => library.take(ctx, body),
    'Successfully imported template. Redirecting...',
  )
  openRoute(app, contract.availableStockTemplates, (_caller, { query }) => library.available(services, query))
  openRoute(
    app,
    contract.addStockTemplate,
    ({ session }, { body }) => library.add(services, session?.userId ?? null, body.stockTemplate),
    'Added template to library',
  )
  openRoute(
    app,
    contract.removeStockTemplate,
    ({ session }, { body }) => library.remove(services, session?.userId ?? null, body.stockTemplateId),
    'Removed template from library',
  )
}
