import { beforeAll } from 'vitest'
import * as contract from '#contract/integrations/integrations.ts'
import type { Sandbox } from '#sandbox/main.ts'
import type { Ctx } from '../../context.ts'
import type { TestApp } from '../setup/app.ts'
import { sandboxedApp } from '../setup/sandboxed.ts'
import type { Shop, Sold } from './shop.ts'

/** An app with a simulator for the whole file, the lines it logs, and what is known of a connection. */
export function integrationsApp() {
  const on = sandboxedApp()
  let sandbox: Sandbox
  let app: TestApp
  const lines: string[] = []
  beforeAll(async () => {
    ;({ app, sandbox } = on)
    const note = (data: object, message: string) => void lines.push(JSON.stringify([message, data]))
    Object.assign(app.services.log, { debug: note, info: note, warn: note, error: note })
  })

  const row = (ctx: Ctx, channel: Sold) =>
    ctx.db
      .selectFrom('integrations')
      .selectAll()
      .where('organizationId', '=', ctx.organizationId)
      .where('channel', '=', channel)
      .executeTakeFirstOrThrow()
  const integrations = async (as: string) => (await app.call(contract.listIntegrations, { as })).body.data ?? {}
  const change = (shop: Shop, channel: Sold, set: object) =>
    shop.ctx.db
      .updateTable('integrations')
      .set(set)
      .where('organizationId', '=', shop.ctx.organizationId)
      .where('channel', '=', channel)
      .execute()
  /** Answers of the channel's token endpoint so far. */
  const tokenCalls = async (shop: Shop, channel: Sold) =>
    ((await shop.remotes[channel].calls()) as { path: string }[]).filter((c) =>
      /oauth2?\/(v\d\/)?(token|access_token|refresh)|\/token$/.test(c.path),
    ).length

  return { app: () => app, sandbox: () => sandbox, lines, row, integrations, change, tokenCalls }
}
