import * as contract from '#contract/agents/proposals.ts'
import { type App, route, stepsRoute } from '../../http/route.ts'
import { mountMcp } from './mcp.ts'
import * as proposals from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  mountMcp(app)
  route(app, contract.listProposals, (ctx, { query }) => proposals.list(ctx, query))
  route(app, contract.getBudget, (ctx) => proposals.budgetOf(ctx))
  route(app, contract.getProposal, (ctx, { params }) => proposals.get(ctx, params.id))
  route(app, contract.propose, (ctx, { body }) => proposals.propose(ctx, body), 'Proposal saved')
  route(app, contract.proposeOrders, (ctx, { body }) => proposals.proposeOrders(ctx, body), 'Proposal saved')
  route(app, contract.proposePublishing, (ctx, { body }) => proposals.proposePublishing(ctx, body), 'Proposal saved')
  stepsRoute(app, contract.applyProposal, {
    save: (ctx, { params }) => proposals.apply(ctx, params.id),
    finish: (ctx, left, { params }) => proposals.outcome(ctx, params.id, left),
  })
  route(app, contract.withdrawProposal, (ctx, { params }) => proposals.withdraw(ctx, params.id), 'Proposal withdrawn')
  route(
    app,
    contract.decideProposal,
    (ctx, { params, body }) => proposals.decide(ctx, params.id, body),
    ({ body }) => (body.approve ? 'Proposal approved' : 'Proposal declined'),
  )
  stepsRoute(app, contract.undoProposal, {
    save: (ctx, { params }) => proposals.undo(ctx, params.id),
    finish: (ctx, left, { params }) => proposals.outcome(ctx, params.id, left),
  })
  stepsRoute(app, contract.undoProposals, {
    save: (ctx, { body }) => proposals.sessionOf(ctx, body),
    finish: (ctx, left, _input, goOn) => proposals.undoSession(ctx, left, goOn),
  })
}
