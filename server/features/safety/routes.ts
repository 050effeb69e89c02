import * as contract from '#contract/safety/operators.ts'
import { type App, route } from '../../http/route.ts'
import * as safety from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.listOperators, (ctx) => safety.list(ctx))
  route(app, contract.createOperator, (ctx, { body }) => safety.create(ctx, body), 'Operator created')
  route(app, contract.updateOperator, (ctx, { params, body }) => safety.update(ctx, params.id, body), 'Operator saved')
  route(app, contract.deleteOperator, (ctx, { params }) => safety.remove(ctx, params.id), 'Operator deleted')
}
