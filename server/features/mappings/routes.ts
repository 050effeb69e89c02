import * as contract from '#contract/mappings.ts'
import { type App, route } from '../../http/route.ts'
import * as mappings from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.listDynamicMappings, (ctx, { query }) => mappings.list(ctx, query))
}
