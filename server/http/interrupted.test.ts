import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AnyEndpoint, endpoint } from '#contract/endpoint.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { inTransaction } from '../context.ts'
import { testDatabase } from '../testing/setup/database.ts'
import { type TestApp, openApp } from '../testing/setup/open-app.ts'
import {
  type Processes,
  type RowCounter,
  added,
  falseStatements,
  interrupt,
  openRowCounter,
  startDying,
} from '../testing/writes/interrupted.ts'
import { type App, actRoute, route } from './route.ts'

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
