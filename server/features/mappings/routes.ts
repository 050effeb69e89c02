import * as contract from '#contract/mappings/mappings.ts'
import * as valueContract from '#contract/mappings/values.ts'
import { type App, route } from '../../http/route.ts'
import * as mappings from './service.ts'
import * as values from './values/service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.listDynamicMappings, (ctx, { query }) => mappings.list(ctx, query))
  route(app, valueContract.listValueMappings, (ctx, { query }) => values.list(ctx, query.channel))
  route(app, valueContract.saveValueMappings, (ctx, { body }) => values.save(ctx, body), 'Saved.')
}
