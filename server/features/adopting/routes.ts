import * as contract from '#contract/adopting/adopting.ts'
import { type App, route, stepsRoute } from '../../http/route.ts'
import { bringIn, readBrought } from './bring-in.ts'
import * as service from './service.ts'

const ok = { ok: true } as const

export default function mount(app: App) {
  route(app, contract.adoptingState, (ctx, { params }) => service.state(ctx, params.integrationId))
  route(app, contract.readCatalogue, async (ctx, { params }) => {
    await service.read(ctx, params.integrationId)
    return ok
  })
  stepsRoute(app, contract.bringIn, {
    prepare: (ctx, { params, body }) => bringIn(ctx, params.integrationId, body.numbers),
    save: (ctx, { params }, brought) => readBrought(ctx, params.integrationId, brought),
  })
  route(app, contract.listFound, (ctx, { params, query }) => service.list(ctx, params.integrationId, query))
  route(app, contract.decideFound, (ctx, { params, body: { which, ...decision } }) =>
    service.decide(ctx, params.integrationId, which, decision),
  )
  route(app, contract.settleQuantities, (ctx, { params, body }) =>
    service.settleQuantities(ctx, params.integrationId, body.which, body.as),
  )
  route(app, contract.linkFound, async (ctx, { params }) => {
    await service.link(ctx, params.integrationId)
    return ok
  })
  route(app, contract.unlinkFound, (ctx, { params, body }) =>
    'ids' in body ? service.unlink(ctx, params.integrationId, body.ids) : service.unlinkAll(ctx, params.integrationId),
  )
  route(app, contract.linkThere, (ctx, { body }) =>
    'listingIds' in body ? service.linkThere(ctx, body.listingIds) : service.linkAhead(ctx, body),
  )
}
