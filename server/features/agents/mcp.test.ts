import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate, makeToken } from '#seed/make.ts'
import type { Ctx } from '#server/context.ts'
import { type Revision, connectAgent, revisions } from '#server/testing/agent.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { tools } from './tools/all.ts'

let app: TestApp
let origin: string
let ctx: Ctx
beforeAll(async () => {
  app = await testApp()
  origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())
beforeEach(async () => {
  ctx = (await makeSeller(app.services)).ctx
})
const agentOf = async (options: Parameters<typeof makeToken>[1] = {}, revision?: Revision) =>
  connectAgent(origin, (await makeToken(ctx, { usedBy: 'agent', ...options })).secret, revision)

describe('the door for AI agents', () => {
  it.each(revisions)(
    'the official client of revision %s lists, reads, proposes, applies and undoes',
    async (revision) => {
      const template = await makeTemplate(ctx)
      await makeProduct(ctx, template.id, { sku: 'MUG-1', title: 'Mug', price: 1000 })
      const agent = await agentOf({}, revision)
      expect(await agent.tools()).toHaveLength(tools.length)
      const products = await agent.use('find_products', { search: ['mug'] })
      if (products.isError) throw new Error(products.text)
      expect(products.data).toMatchObject({ total: 1, products: [{ sku: 'MUG-1', price: 10 }] })
      const changes = [{ sku: 'MUG-1', price: 11 }]
      const proposal = await agent.use('propose_price_change', { reason: 'Costs rose', changes })
      expect(proposal.data).toMatchObject({
        state: 'ready',
        rows: [{ sku: 'MUG-1', changes: [{ field: 'price', before: '10.00', after: '11.00' }] }],
      })
      const proposalId = proposal.data.id
      const price = async () => (await ctx.db.selectFrom('products').select('price').executeTakeFirstOrThrow()).price
      expect(await price()).toBe(1000)
      expect((await agent.use('apply_proposal', { proposalId })).data).toMatchObject({
        state: 'applied',
        outcome: { changed: 1, failed: 0 },
      })
      expect(await price()).toBe(1100)
      expect((await agent.use('undo_proposal', { proposalId })).data).toMatchObject({ state: 'undone' })
      expect(await price()).toBe(1000)
      await agent.close()
    },
  )
})
