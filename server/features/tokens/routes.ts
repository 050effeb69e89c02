import * as contract from '#contract/tokens/tokens.ts'
import { type App, route } from '../../http/route.ts'
import * as tokens from './service.ts'

/** How often last uses are saved. */
const NOTE_MS = 60_000

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.listTokens, (ctx) => tokens.listTokens(ctx))
  route(app, contract.createToken, (ctx, { body }) => tokens.create(ctx, body), 'Token created')
  route(
    app,
    contract.updateToken,
    (ctx, { params, body }) => tokens.update(ctx, params.id, body.budget),
    'Budget saved',
  )
  route(
    app,
    contract.revokeToken,
    async (ctx, { params }) => {
      await tokens.revoke(ctx, params.id)
      return { ok: true } as const
    },
    'Token revoked',
    ({ params }) => app.grants.forget(params.id),
  )
  watchUses(app)
}

function watchUses({ fastify, services, grants }: App) {
  const note = () =>
    tokens
      .noteUses(services, grants.takeUses())
      .catch((error: unknown) => services.log.warn({ err: error }, 'when tokens were last used could not be noted'))
  const timer = setInterval(() => void note(), NOTE_MS).unref()
  fastify.addHook('onClose', async () => {
    clearInterval(timer)
    await note()
  })
}
