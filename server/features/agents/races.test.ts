import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as contract from '#contract/agents/proposals.ts'
import { getAttention } from '#contract/analytics/analytics.ts'
import { updateProducts } from '#contract/changes/changes.ts'
import { createOrder } from '#contract/orders/create.ts'
import { updateShipping } from '#contract/orders/orders.ts'
import { changeUserRole } from '#contract/organizations/organizations.ts'
import { roles } from '#contract/permissions.ts'
import { revokeToken } from '#contract/tokens/tokens.ts'
import { makeMember, makeProduct, makeSession, makeTemplate, makeToken, makeUser } from '#seed/make.ts'
import { type Agent, connectAgent } from '../../testing/agent.ts'
import { ordersDesk } from '../../testing/shop/orders-desk.ts'
import { updateRow } from './queries.ts'

const { app, ctx, as } = ordersDesk()

let origin: string
let agent: Agent
let token: Awaited<ReturnType<typeof makeToken>>
let templateId: number
beforeAll(async () => {
  origin = await app().fastify.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  token = await makeToken(ctx(), { usedBy: 'agent' })
  agent = await connectAgent(origin, token.secret)
  templateId = (await makeTemplate(ctx())).id
})

const product = (sku: string) => makeProduct(ctx(), templateId, { sku, price: 1000 })
const setBudget = (budget: object) => ctx().db.updateTable('apiTokens').set(budget).where('id', '=', token.id).execute()
const price = async (sku: string, amount = 11) =>
  (await agent.use('propose_price_change', { reason: 'Costs rose', changes: [{ sku, price: amount }] })).data.id
const count = async (sku: string, by = 3) =>
  (await agent.use('propose_stock_change', { reason: 'Counted', changes: [{ sku, by }] })).data.id
/** A proposal that waits for a person. */
async function waiting(sku = 'A'): Promise<number> {
  await setBudget({ productsPerDay: 0 })
  await product(sku)
  return price(sku)
}
const apply = (proposalId: number) => agent.use('apply_proposal', { proposalId })
const decide = (id: number, approve: boolean, cookie = as()) =>
  app().call(contract.decideProposal, { params: { id }, body: { approve }, as: cookie })
const undo = (id: number) => app().call(contract.undoProposal, { params: { id }, body: {}, as: as() })
const undoAll = () =>
  app().call(contract.undoProposals, { body: { tokenId: token.id, since: '2026-01-01T00:00:00.000Z' }, as: as() })
const read = async (id: number) => (await app().call(contract.getProposal, { params: { id }, as: as() })).body.data
const priceOf = async (sku: string) =>
  (await ctx().db.selectFrom('products').select('price').where('sku', '=', sku).executeTakeFirstOrThrow()).price
const onHand = async (sku: string) =>
  (await ctx().db.selectFrom('stockLevels').select('onHand').where('sku', '=', sku).executeTakeFirstOrThrow()).onHand
const stateOf = async (id: number) =>
  (await ctx().db.selectFrom('proposals').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const audited = async (id: number) =>
  (
    await ctx()
      .db.selectFrom('auditEntries')
      .select('action')
      .where('entity', '=', 'proposal')
      .where('entityId', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

/** Somebody else in the organization. */
async function colleague(roleId: number) {
  const user = await makeUser(app().services)
  await makeMember(app().services, ctx().organizationId, user.id, roleId)
  return { id: user.id, as: await makeSession(app().services, user.id, ctx().organizationId) }
}

/** Keeps a row from being written. @returns what lets it go */
async function hold(table: 'products' | 'orders', id: number): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const done = app()
    .services.database.system.transaction()
    .execute(async (db) => {
      await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(db)
      locked.resolve()
      await end.promise
    })
  await locked.promise
  return async () => {
    end.resolve()
    await done
  }
}
/** Until so many others wait for rows that somebody holds. */
const queued = (n: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        app().services.database.system,
      )
      expect(rows[0]?.n).toBeGreaterThanOrEqual(n)
    },
    { timeout: 20_000 },
  )

describe('two people decide about one proposal at once', () => {
  it('one approves it, and the other reads that it is approved already', async () => {
    const id = await waiting()
    const other = await colleague(roles.manager)
    const answers = await Promise.all([decide(id, true), decide(id, true, other.as)])
    expect(answers.map(({ body }) => body.code ?? 'success').toSorted()).toEqual(['proposal_closed', 'success'])
    expect(answers.find(({ body }) => body.code)?.body.message).toBe('This proposal is approved already.')
    expect(await audited(id)).toEqual(['approve'])
  })
  it('one approves and one declines: it stays declined, and cannot be applied', async () => {
    const ids = [await waiting('A'), await waiting('B'), await waiting('C')]
    const other = await colleague(roles.manager)
    await Promise.all(ids.flatMap((id) => [decide(id, true), decide(id, false, other.as)]))
    for (const id of ids) {
      expect(await stateOf(id)).toBe('declined')
      expect(await apply(id)).toMatchObject({ isError: true, error: 'proposal_closed' })
    }
    expect(await priceOf('A')).toBe(1000)
  })
  it('a person declines what was approved while the agent applies it: it is applied or declined, never both', async () => {
    for (const sku of ['A', 'B', 'C', 'D']) {
      const id = await waiting(sku)
      await decide(id, true)
      const [applied, declined] = await Promise.all([apply(id), decide(id, false)])
      const isApplied = declined.body.code === 'proposal_closed'
      expect(applied.isError).toBe(!isApplied)
      expect(await stateOf(id)).toBe(isApplied ? 'applied' : 'declined')
      expect(await priceOf(sku)).toBe(isApplied ? 1100 : 1000)
    }
  })
})

describe('a proposal of a token that has ended', () => {
  it('ends with the token: nobody approves or applies it, and it waits on no page', async () => {
    const [id, approved] = [await waiting('A'), await waiting('B')]
    await decide(approved, true)
    await app().call(revokeToken, { params: { id: token.id }, as: as() })
    const answer = await decide(id, true)
    expect([answer.body.code, answer.body.message]).toEqual([
      'proposal_closed',
      'This proposal has expired, or its token has ended.',
    ])
    expect((await read(id))?.state).toBe('expired')
    const byPerson = await app().call(contract.applyProposal, { params: { id: approved }, body: {}, as: as() })
    expect(byPerson.body.code).toBe('proposal_closed')
    const { data } = (await app().call(contract.listProposals, { query: { state: 'waiting' }, as: as() })).body
    expect(data?.items).toBe(0)
    expect((await app().call(getAttention, { as: as() })).body.data?.approvals.items).toBe(0)
    expect([await priceOf('A'), await priceOf('B')]).toEqual([1000, 1000])
  })
  it('what it applied before can still be undone', async () => {
    await product('A')
    const id = await price('A')
    await apply(id)
    await app().call(revokeToken, { params: { id: token.id }, as: as() })
    expect((await undo(id)).body.data).toMatchObject({ state: 'undone' })
    expect(await priceOf('A')).toBe(1000)
  })
  it('ends at the latest when its token expires', async () => {
    const { id: productId } = await product('A')
    const expiresAt = new Date(Date.now() + 3_600_000)
    const { headers } = await makeToken(ctx(), { usedBy: 'agent', expiresAt })
    const edits = [{ field: 'price', action: 'set', value: '11' }]
    const body = { reason: 'Costs rose', changes: [{ productIds: [productId], edits }] }
    const proposal = await app().call(contract.propose, { body, headers } as never)
    expect(proposal.body.data).toMatchObject({ expiresAt: expiresAt.toISOString() })
  })
  it('an order that was not begun when its token is revoked stays as it is', async () => {
    await product('A')
    const enter = async () => {
      const order = { source: 'Phone', items: [{ sku: 'A', quantity: 1, price: 20 }] }
      return (await app().call(createOrder, { body: { order }, as: as() })).body.data?.id ?? 0
    }
    const orders = [{ orderId: await enter() }, { orderId: await enter() }]
    const { data } = await agent.use('propose_shipping', { reason: 'Packed', orders })
    const release = await hold('orders', orders[0]?.orderId ?? 0)
    const applying = apply(data.id)
    await queued(1)
    await app().call(revokeToken, { params: { id: token.id }, as: as() })
    await release()
    await applying.catch(() => undefined)
    const rows = await ctx().db.selectFrom('orders').select('state').orderBy('id').execute()
    expect(rows.map(({ state }) => state)).toEqual(['shipped', 'open'])
    expect((await read(data.id))?.orders).toMatchObject([
      { outcome: 'done' },
      { outcome: 'failed', message: 'The token was revoked before this order’s turn, so nothing was done.' },
    ])
  })
})

it('what was done with an order stays done, whatever somebody else met who went on with the same proposal', async () => {
  await product('A')
  const order = { source: 'Phone', items: [{ sku: 'A', quantity: 1, price: 20 }] }
  const orderId = (await app().call(createOrder, { body: { order }, as: as() })).body.data?.id ?? 0
  const { data } = await agent.use('propose_shipping', { reason: 'Packed', orders: [{ orderId }] })
  await apply(data.id)
  const [row] = (await read(data.id))?.orders ?? []
  await updateRow(ctx(), data.id, 0, { ...row, outcome: 'failed', message: 'The order changed.' })
  expect((await read(data.id))?.orders).toMatchObject([{ outcome: 'done', message: '' }])
})

describe('what changes between a proposal and its approval', () => {
  it('a budget that was lowered counts when the agent applies, and one that was raised, too', async () => {
    await product('A')
    await product('B')
    const ready = await price('A')
    await setBudget({ productsPerDay: 0 })
    expect((await apply(ready)).data).toMatchObject({ state: 'waiting' })
    const beyond = await price('B')
    await setBudget({ productsPerDay: 5 })
    expect((await apply(beyond)).data).toMatchObject({ state: 'applied' })
    expect([await priceOf('A'), await priceOf('B')]).toEqual([1000, 1100])
  })
  it('who lost the permission meanwhile does not decide', async () => {
    const id = await waiting()
    const other = await colleague(roles.member)
    const list = await app().call(contract.listProposals, { query: { state: 'waiting' }, as: other.as })
    expect(list.body.data?.items).toBe(1)
    const body = { clientId: ctx().organizationId, userId: other.id, userRole: roles.guest }
    expect((await app().call(changeUserRole, { body, as: as() })).status).toBe(200)
    expect((await decide(id, true, other.as)).body.code).toBe('unauthenticated')
    const again = await makeSession(app().services, other.id, ctx().organizationId)
    expect((await decide(id, true, again)).body.code).toBe('forbidden')
    expect(await stateOf(id)).toBe('waiting')
  })
  it('an approval does not help an agent whose person lost the permission', async () => {
    const other = await colleague(roles.member)
    const own = await makeToken({ ...ctx(), userId: other.id }, { usedBy: 'agent' })
    await product('A')
    await ctx().db.updateTable('apiTokens').set({ productsPerDay: 0 }).where('id', '=', own.id).execute()
    const theirs = await connectAgent(origin, own.secret)
    const { data } = await theirs.use('propose_price_change', { reason: 'x', changes: [{ sku: 'A', price: 11 }] })
    await decide(data.id, true)
    const body = { clientId: ctx().organizationId, userId: other.id, userRole: roles.guest }
    await app().call(changeUserRole, { body, as: as() })
    const answer = await app().call(contract.applyProposal, {
      params: { id: data.id },
      body: {},
      headers: own.headers,
    })
    expect(answer.body.code).toBe('forbidden')
    expect(await priceOf('A')).toBe(1000)
  })
  it('a product that changed before or after the approval stays as it is', async () => {
    const id = await waiting()
    const row = await ctx().db.selectFrom('products').select('id').where('sku', '=', 'A').executeTakeFirstOrThrow()
    await app().call(updateProducts, { body: { products: [{ id: row.id, price: 12 }] }, as: as() })
    expect((await decide(id, true)).status).toBe(200)
    expect((await apply(id)).data).toMatchObject({ state: 'applied', outcome: { changed: 0, failed: 1 } })
    expect(await priceOf('A')).toBe(1200)
  })
  it('an order whose parcel somebody typed since the preview is not shipped', async () => {
    await product('A')
    const order = { source: 'Phone', items: [{ sku: 'A', quantity: 1, price: 20 }] }
    const orderId = (await app().call(createOrder, { body: { order }, as: as() })).body.data?.id ?? 0
    const { data } = await agent.use('propose_shipping', { reason: 'Packed', orders: [{ orderId }] })
    const parcel = { orderId, channel: 'manual' as const, service: 'UPS', trackingNumber: '1Z999' }
    expect((await app().call(updateShipping, { body: parcel, as: as() })).status).toBe(200)
    expect((await apply(data.id)).data).toMatchObject({ outcome: { changed: 0, failed: 1 } })
    const again = await agent.use('propose_shipping', { reason: 'Packed', orders: [{ orderId }] })
    expect(again.data['orders']).toMatchObject([{ details: ['Ships 1 × A.', 'Parcel: UPS, 1Z999.'] }])
    expect((await apply(again.data.id)).data).toMatchObject({ outcome: { changed: 1, failed: 0 } })
    const row = await ctx()
      .db.selectFrom('orders')
      .select(['state', 'shippingMethod', 'trackingNumber'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ state: 'shipped', shippingMethod: 'UPS', trackingNumber: '1Z999' })
  })
})

describe('undo while others are at work', () => {
  it('the undo of a session waits for a proposal of it that is being applied, and undoes it, too', async () => {
    const { id: productId } = await product('A')
    await product('B')
    const first = await price('B')
    await apply(first)
    const id = await price('A')
    const release = await hold('products', productId)
    const applying = apply(id)
    await queued(1)
    const undoing = undoAll()
    await Promise.race([undoing, queued(2)])
    await release()
    await applying
    expect((await undoing).body.data).toEqual({ undone: [id, first], left: [], changed: 2, failed: 0 })
    expect([await priceOf('A'), await priceOf('B')]).toEqual([1000, 1000])
  })
  it('two undos of a session at once put everything back once, and both say so', async () => {
    await product('A')
    await setBudget({ unitsPerDay: 100 })
    const ids = []
    for (let n = 0; n < 4; n += 1) {
      ids.push(await count('A'))
      await apply(ids.at(-1) ?? 0)
    }
    expect(await onHand('A')).toBe(22)
    const answers = await Promise.all([undoAll(), undoAll(), undo(ids[1] ?? 0)])
    expect(await onHand('A')).toBe(10)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { body } of answers.slice(0, 2)) expect(body.data).toMatchObject({ left: [], failed: 0 })
    for (const id of ids) expect(await stateOf(id)).toBe('undone')
    expect(await audited(ids[1] ?? 0)).toEqual(['apply', 'undo'])
  })
  it('apply and undo of one proposal at once leave it applied or undone, and its stock with it', async () => {
    for (const sku of ['A', 'B', 'C', 'D']) {
      await product(sku)
      const id = await count(sku)
      const [applied, undone] = await Promise.all([apply(id), undo(id)])
      expect(applied.isError).toBe(false)
      const isUndone = undone.status === 200
      if (!isUndone) expect(['proposal_closed', 'cannot_undo']).toContain(undone.body.code)
      expect(await stateOf(id)).toBe(isUndone ? 'undone' : 'applied')
      expect(await onHand(sku)).toBe(isUndone ? 10 : 13)
    }
  })
})
