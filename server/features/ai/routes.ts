import * as contract from '#contract/ai.ts'
import { type App, route } from '../../http/route.ts'
import { attributes, detail, who } from './service.ts'

export default function mount(app: App) {
  route(app, contract.generateDetail, (ctx, { body }) => detail(ctx, body))
  route(app, contract.generateAttributes, (ctx, { body }) => attributes(ctx, body))
  route(app, contract.whoGenerates, async (ctx) => who(ctx))
}
