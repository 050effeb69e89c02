import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { areas } from '#contract/all.ts'
import { type AnyEndpoint, endpoint, isKeyed } from '#contract/endpoint.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { inTransaction } from '../context.ts'
import { testDatabase } from '../testing/setup/database.ts'
import { type TestApp, openApp } from '../testing/setup/open-app.ts'
import { sandboxedApp } from '../testing/setup/sandboxed.ts'
import { type Desk, openDesk } from '../testing/writes/desk.ts'
import {
  type Processes,
  type RowCounter,
  added,
  falseStatements,
  interrupt,
  openRowCounter,
  startDying,
} from '../testing/writes/interrupted.ts'
import { accounts, elsewhere, legalRequest } from '../testing/writes/legal.ts'
import { prepared } from '../testing/writes/prepared.ts'
import { type App, actRoute, route } from './route.ts'

const on = sandboxedApp()
let processes: Processes
let rows: RowCounter
beforeAll(async () => {
  rows = await openRowCounter(on.app)
  processes = await startDying(on.app, { SANDBOX_PORT: String(on.sandbox.port) })
})
afterAll(async () => {
  await processes.line.stop()
  await processes.dying.stop()
  await rows.stop()
})

/** Writes whose repeat cannot be answered at once, and why. */
const uninterrupted: Record<string, string> = {
  exchangeCode: 'a channel takes a code once: whoever loses the answer is told to connect again',
}
const writes = Object.values(areas)
  .flatMap((area) => Object.entries(area) as [string, AnyEndpoint][])
  .filter(([name, endpoint]) => isKeyed(endpoint) && (prepared[name] || !elsewhere[name]) && !uninterrupted[name])

let next = 0
async function prepare(name: string): Promise<{ desk: Desk; input: object }> {
  const username = `${name}-${(next += 1)}`
  const desk = await openDesk(on.app, on.sandbox, accounts(name), { username, email: `${username}@example.com` })
  const { otherBody: _, ...request } = await legalRequest(name, desk)
  return { desk, input: { ...request, as: desk.as, headers: { 'idempotency-key': name } } }
}

describe('a write whose process loses its database at each commit', () => {
  it.each(writes)('%s is carried out once, and another process answers its repeat', async (name, write) => {
    const clean = await prepare(name)
    const cleanBefore = await rows.count(clean.desk.ctx)
    await on.app.call(write, clean.input as never)
    const once = added(cleanBefore, await rows.count(clean.desk.ctx))
    const { desk, input } = await prepare(name)
    const before = await rows.count(desk.ctx)
    const heard = await interrupt(processes, { endpoint: write, input })
    expect(falseStatements(heard, once, added(before, await rows.count(desk.ctx)))).toEqual([])
  })
})

/** Writes with the mistakes that this test is there to find. */
const planted = {
  apart: endpoint({
    method: 'POST',
    path: '/planted/apart',
    summary: '',
    needs: 'products:write',
    reply: z.null(),
    changes: [],
  }),
  later: endpoint({
    method: 'POST',
    path: '/planted/later',
    summary: '',
    needs: 'products:write',
    reply: z.null(),
    changes: [],
  }),
}
function plant(app: App) {
  route(app, planted.apart, async (ctx) => {
    const db = ctx.services.database.forOrganization(ctx.organizationId)
    await inTransaction({ ...ctx, db }, makeTemplate)
    return null
  })
  actRoute(
    app,
    planted.later,
    async (ctx, _input, turn) => {
      await turn.mark(makeTemplate)
      await inTransaction(ctx, makeTemplate)
      return null
    },
    async () => null,
  )
}

describe('the check of interrupted writes', () => {
  let app: TestApp
  let both: Processes
  let counter: RowCounter
  beforeAll(async () => {
    app = await openApp({}, await testDatabase(), plant)
    counter = await openRowCounter(app)
    both = await startDying(app, {}, plant)
  })
  afterAll(async () => {
    await both.line.stop()
    await both.dying.stop()
    await counter.stop()
    await app.stop()
  })
  const sentencesOf = async (write: AnyEndpoint, templates: number) => {
    const { ctx, as } = await makeSeller(app.services)
    const before = await counter.count(ctx)
    const heard = await interrupt(both, { endpoint: write, input: { as, headers: { 'idempotency-key': 'planted' } } })
    return falseStatements(heard, { product_templates: templates }, added(before, await counter.count(ctx)))
  }

  it('reports a second row of a write whose work is saved apart from its key', async () => {
    expect(await sentencesOf(planted.apart, 1)).toContainEqual(
      expect.stringMatching(/^\d+ rows of product_templates, not 1$/),
    )
  })
  it('reports a lost row of a write that goes on after it said that it is done', async () => {
    expect(await sentencesOf(planted.later, 2)).toContain('1 rows of product_templates, not 2')
  })
})
