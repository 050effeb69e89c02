import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/agents/proposals.ts'
import { updateProducts } from '#contract/changes/changes.ts'
import { roles } from '#contract/permissions.ts'
import { revokeToken } from '#contract/tokens/tokens.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeToken, makeUser } from '#seed/make.ts'
import type { Ctx } from '#server/context.ts'
import { type Agent, connectAgent } from '#server/testing/agent.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'

let app: TestApp
let origin: string
let ctx: Ctx
let as: string
let token: Awaited<ReturnType<typeof makeToken>>
let agent: Agent
let templateId: number
beforeAll(async () => {
  app = await testApp()
  origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())
beforeEach(async () => {
  const seller = await makeSeller(app.services)
  ctx = seller.ctx
  as = seller.as
  token = await makeToken(ctx, { usedBy: 'agent' })
  agent = await connectAgent(origin, token.secret)
  templateId = (await makeTemplate(ctx)).id
})

const product = (sku: string, quantity = 10) => makeProduct(ctx, templateId, { sku, price: 1000, quantity })
const setBudget = (budget: object) => ctx.db.updateTable('apiTokens').set(budget).where('id', '=', token.id).execute()
const price = (changes: { sku: string; price: number }[], who = agent) =>
  who.use('propose_price_change', { reason: 'Costs rose', changes })
const apply = (proposalId: number, who = agent) => who.use('apply_proposal', { proposalId })
const idOf = ({ data }: { data: { id: number } }) => data.id
const decide = (id: number, approve: boolean, cookie = as, note = '') =>
  app.call(contract.decideProposal, { params: { id }, body: { approve, note }, as: cookie })
const pricesOf = async () =>
  Object.fromEntries(
    (await ctx.db.selectFrom('products').select(['sku', 'price']).orderBy('sku').execute()).map((row) => [
      row.sku,
      row.price,
    ]),
  )

describe('a proposal within the budget', () => {
  it('changes nothing until it is applied, and then exactly what the preview showed', async () => {
    await product('A')
    await product('B')
    const proposal = await price([
      { sku: 'A', price: 11 },
      { sku: 'B', price: 9.5 },
    ])
    expect(proposal.data).toMatchObject({ state: 'ready', products: 2, money: 15, pricePercent: 10 })
    expect(await pricesOf()).toEqual({ A: 1000, B: 1000 })
    expect((await apply(idOf(proposal))).data).toMatchObject({ outcome: { changed: 2, failed: 0 } })
    expect(await pricesOf()).toEqual({ A: 1100, B: 950 })
  })
  it('is carried out once, however often it is applied, also at once', async () => {
    await product('A')
    const id = idOf(await agent.use('propose_stock_change', { reason: 'Counted', changes: [{ sku: 'A', by: 3 }] }))
    await Promise.all([apply(id), apply(id), apply(id)])
    await apply(id)
    const { onHand } = await ctx.db.selectFrom('stockLevels').select('onHand').executeTakeFirstOrThrow()
    expect(onHand).toBe(13)
    expect(await ctx.db.selectFrom('changeSets').select('id').execute()).toHaveLength(1)
  })
  it('leaves a product as it is that somebody changed since the preview', async () => {
    const { id } = await product('A')
    await product('B')
    const proposal = await price([
      { sku: 'A', price: 11 },
      { sku: 'B', price: 11 },
    ])
    await app.call(updateProducts, { body: { products: [{ id, price: 12 }] }, as })
    expect((await apply(idOf(proposal))).data).toMatchObject({ outcome: { changed: 1, failed: 1 } })
    expect(await pricesOf()).toEqual({ A: 1200, B: 1100 })
  })
  it('says which SKU does not exist, and what a field does not take', async () => {
    await product('A')
    const unknown = await price([{ sku: 'NO-SUCH', price: 1 }])
    expect([unknown.isError, unknown.error, unknown.data['message']]).toEqual([
      true,
      'not_found',
      'No product has these SKUs: NO-SUCH',
    ])
    const below = await agent.use('propose_stock_change', { reason: 'Lost', changes: [{ sku: 'A', by: -99 }] })
    expect(below.data).toMatchObject({ message: expect.stringContaining('would go below 0') })
    expect((await price([{ sku: 'A', price: 10 }])).data).toMatchObject({
      message: 'These products have these values already.',
    })
  })
  it('expires after seven days', async () => {
    await product('A')
    const id = idOf(await price([{ sku: 'A', price: 11 }]))
    await ctx.db
      .updateTable('proposals')
      .set({ expiresAt: new Date(0) })
      .where('id', '=', id)
      .execute()
    expect(await apply(id)).toMatchObject({ isError: true, error: 'proposal_closed' })
    expect((await agent.use('get_proposal', { proposalId: id })).data).toMatchObject({ state: 'expired' })
    expect(await pricesOf()).toEqual({ A: 1000 })
  })
})

describe('the budget of an AI agent', () => {
  it('each limit sends a proposal to approval: products, units, money and percentage', async () => {
    await setBudget({ productsPerDay: 1, unitsPerDay: 2, moneyPerDay: 500, pricePercent: 10 })
    await product('A')
    await product('B')
    const states = [
      await price([{ sku: 'A', price: 10.05 }]),
      await price([
        { sku: 'A', price: 10.01 },
        { sku: 'B', price: 10.01 },
      ]),
      await agent.use('propose_stock_change', { reason: 'Counted', changes: [{ sku: 'A', by: -3 }] }),
      await price([{ sku: 'A', price: 10.6 }]),
      await price([{ sku: 'A', price: 8.9 }]),
    ]
    expect(states.map(({ data }) => data['state'])).toEqual(['ready', 'waiting', 'waiting', 'waiting', 'waiting'])
    for (const waiting of states.slice(1)) expect((await apply(idOf(waiting))).data).toMatchObject({ state: 'waiting' })
    expect(await pricesOf()).toEqual({ A: 1000, B: 1000 })
  })
  it('what was applied in the last 24 hours counts, and later it is free again', async () => {
    await setBudget({ productsPerDay: 1 })
    await product('A')
    const [first, second] = [await price([{ sku: 'A', price: 10.1 }]), await price([{ sku: 'A', price: 10.2 }])]
    expect([first.data['state'], second.data['state']]).toEqual(['ready', 'ready'])
    await apply(idOf(first))
    const third = await price([{ sku: 'A', price: 10.3 }])
    expect(third.data).toMatchObject({ state: 'waiting', beyond: ['Changes 1 product. 0 of 1 a day are left.'] })
    expect((await agent.use('get_budget')).data).toMatchObject({ used: { products: 1, units: 0, money: 1 } })
    await ctx.db
      .updateTable('proposals')
      .set({ appliedAt: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', idOf(first))
      .execute()
    expect((await apply(idOf(third))).data).toMatchObject({ state: 'applied' })
  })
  it('two proposals at once do not use the same rest of a budget', async () => {
    await setBudget({ productsPerDay: 3 })
    const skus = ['A', 'B', 'C', 'D', 'E', 'F']
    for (const sku of skus) await product(sku)
    const ids = await Promise.all(skus.map(async (sku) => idOf(await price([{ sku, price: 10.5 }]))))
    await Promise.all(ids.map((id) => apply(id)))
    expect(Object.values(await pricesOf()).filter((value) => value === 1050)).toHaveLength(3)
  })
  it('what was undone still counts, so that nothing is changed back and forth without end', async () => {
    await setBudget({ productsPerDay: 1 })
    await product('A')
    const id = idOf(await price([{ sku: 'A', price: 10.1 }]))
    await apply(id)
    await agent.use('undo_proposal', { proposalId: id })
    expect((await price([{ sku: 'A', price: 10.1 }])).data).toMatchObject({ state: 'waiting' })
  })
  it('the same secret does not get around its budget over the API', async () => {
    const { id } = await product('A')
    const { headers } = token
    const answers = [
      await app.call(updateProducts, { body: { products: [{ id, price: 1 }] }, headers }),
      await app.call(contract.decideProposal, { params: { id: 1 }, body: { approve: true }, headers }),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(['insufficient_scope', 'insufficient_scope'])
    expect(await pricesOf()).toEqual({ A: 1000 })
  })
})

describe('the approval of a proposal', () => {
  const waiting = async () => {
    await setBudget({ productsPerDay: 0 })
    await product('A')
    return idOf(await price([{ sku: 'A', price: 11 }]))
  }
  const member = async (roleId: number) => {
    const user = await makeUser(app.services)
    await makeMember(app.services, ctx.organizationId, user.id, roleId)
    return makeSession(app.services, user.id, ctx.organizationId)
  }
  it('a person approves, the next call of the agent sees it, and applying does not use the budget', async () => {
    const id = await waiting()
    const { body } = await app.call(contract.listProposals, { query: { state: 'waiting' }, as })
    expect(body.data?.data).toMatchObject([{ id, tokenName: 'ERP', reason: 'Costs rose', products: 1 }])
    expect((await decide(id, true, as, 'Fine')).body.data).toMatchObject({ state: 'approved' })
    expect((await agent.use('get_proposal', { proposalId: id })).data).toMatchObject({
      state: 'approved',
      note: 'Fine',
    })
    expect((await apply(id)).data).toMatchObject({ state: 'applied', outcome: { changed: 1 } })
    expect((await agent.use('get_budget')).data).toMatchObject({ used: { products: 0 } })
    expect(await pricesOf()).toEqual({ A: 1100 })
  })
  it('a person declines, and it cannot be applied', async () => {
    const id = await waiting()
    await decide(id, false, as, 'Not this week')
    expect(await apply(id)).toMatchObject({ isError: true, error: 'proposal_closed' })
    expect((await agent.use('get_proposal', { proposalId: id })).data).toMatchObject({
      state: 'declined',
      note: 'Not this week',
    })
    expect((await decide(id, true)).body.code).toBe('proposal_closed')
    expect(await pricesOf()).toEqual({ A: 1000 })
  })
  it('a guest, another organization and the agent itself do not decide', async () => {
    const id = await waiting()
    const neighbour = await makeSeller(app.services)
    expect((await decide(id, true, await member(roles.guest))).body.code).toBe('forbidden')
    expect((await decide(id, true, neighbour.as)).body.code).toBe('not_found')
    expect((await apply(id)).data).toMatchObject({ state: 'waiting' })
    expect((await decide(id, true, await member(roles.member))).status).toBe(200)
  })
  it('another agent neither sees, applies, withdraws nor undoes it', async () => {
    const id = await waiting()
    await decide(id, true)
    const other = await connectAgent(origin, (await makeToken(ctx, { usedBy: 'agent' })).secret)
    for (const tool of ['get_proposal', 'apply_proposal', 'withdraw_proposal', 'undo_proposal'])
      expect(await other.use(tool, { proposalId: id }), tool).toMatchObject({ isError: true, error: 'not_found' })
    expect((await other.use('list_proposals')).data).toMatchObject({ total: 0 })
    expect(await pricesOf()).toEqual({ A: 1000 })
  })
  it('a revoked token applies nothing, although it was approved', async () => {
    const id = await waiting()
    await decide(id, true)
    await app.call(revokeToken, { params: { id: token.id }, as })
    await expect(apply(id)).rejects.toThrow(/401|invalid/i)
    expect(await pricesOf()).toEqual({ A: 1000 })
  })
})

describe('undoing what an AI agent did', () => {
  it('a session is undone from its last change to its first, to the byte, and nothing before it', async () => {
    await setBudget({ productsPerDay: 100, unitsPerDay: 100, pricePercent: 100 })
    await product('A')
    await product('B')
    await apply(idOf(await price([{ sku: 'A', price: 10.5 }])))
    const stored = async () => [
      await ctx.db
        .selectFrom('products')
        .select(['sku', 'title', 'price', 'vendor', 'tags', 'attributes', 'sizeAndWeight'])
        .orderBy('sku')
        .execute(),
      await ctx.db.selectFrom('stockLevels').select(['sku', 'onHand', 'reserved', 'sold']).orderBy('sku').execute(),
    ]
    const before = await stored()
    // The second after the change before it.
    const since = new Date()
    const others = await connectAgent(origin, (await makeToken(ctx, { usedBy: 'agent' })).secret)
    await apply(idOf(await price([{ sku: 'A', price: 11 }])))
    await apply(idOf(await price([{ sku: 'A', price: 12 }])))
    await apply(idOf(await agent.use('propose_stock_change', { reason: 'Counted', changes: [{ sku: 'B', by: 4 }] })))
    await apply(idOf(await agent.use('propose_tag_change', { reason: 'Season', skus: ['A', 'B'], add: ['winter'] })))
    const edits = [{ field: 'title', action: 'append', text: ' new' }]
    await apply(
      idOf(await agent.use('propose_product_edit', { reason: 'Title', changes: [{ skus: ['A', 'B'], edits }] })),
    )
    expect(await stored()).not.toEqual(before)
    const foreign = await others.use('undo_session', { since: since.toISOString() })
    expect(foreign.data).toMatchObject({ undone: [] })
    const undone = await agent.use('undo_session', { since: since.toISOString() })
    expect(undone.data).toMatchObject({ changed: 7, failed: 0, left: [] })
    expect(undone.data['undone']).toHaveLength(5)
    expect(await stored()).toEqual(before)
    expect((await agent.use('undo_session', { since: since.toISOString() })).data).toMatchObject({ undone: [] })
  })
  it('a person undoes the session of a token, and values that somebody changed since stay', async () => {
    const { id } = await product('A')
    await product('B')
    const since = new Date(Date.now() - 1000).toISOString()
    await apply(
      idOf(
        await price([
          { sku: 'A', price: 11 },
          { sku: 'B', price: 11 },
        ]),
      ),
    )
    await app.call(updateProducts, { body: { products: [{ id, price: 15 }] }, as })
    const { body } = await app.call(contract.undoProposals, { body: { tokenId: token.id, since }, as })
    expect(body.data).toMatchObject({ changed: 1, failed: 1, left: [] })
    expect(await pricesOf()).toEqual({ A: 1500, B: 1000 })
  })
})
