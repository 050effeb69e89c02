import * as contract from '#contract/requirements/requirements.ts'
import { type App, route } from '../../http/route.ts'
import * as requirements from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.listRequirements, (ctx, { query }) => requirements.list(ctx, query.channel))
}
