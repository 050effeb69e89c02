import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decideProposal, propose, withdrawProposal } from '#contract/agents/proposals.ts'
import { getAttention } from '#contract/analytics/analytics.ts'
import * as notices from '#contract/notifications.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { roles } from '#contract/permissions.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeToken, makeUser } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'

let app: TestApp
let ctx: Ctx
let as: string
let helper: Awaited<ReturnType<typeof makeToken>>
let productId: number
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  ;({ ctx, as } = await makeSeller(app.services))
  helper = await makeToken(ctx, { usedBy: 'agent' })
  await ctx.db.updateTable('apiTokens').set({ productsPerDay: 0 }).execute()
  productId = (await makeProduct(ctx, (await makeTemplate(ctx)).id, {})).id
})

let made = 0
const beyondBudget = async ({ headers } = helper) => {
  made += 1
  const edits = [{ field: 'vendor' as const, action: 'set' as const, value: `Acme ${made}` }]
  const body = { reason: 'Another maker', changes: [{ productIds: [productId], edits }] }
  return (await app.call(propose, { body, headers })).body.data?.id ?? 0
}
const askFor = (ways: object, who = as) =>
  app.call(notices.saveNotificationSetting, { body: { kind: 'approvals', ...ways }, as: who })
const recent = async () => (await app.call(notices.recentNotifications, { as })).body.data ?? []
const decide = (id: number, approve: boolean) =>
  app.call(decideProposal, { params: { id }, body: { approve, note: '' }, as })
const waiting = async (who = as) => [
  (await app.call(getStart, { as: who })).body.data?.waitingProposals,
  (await app.call(getAttention, { as: who })).body.data?.approvals.items,
]
const mailsOwed = async () => (await ctx.db.selectFrom('notificationMails').select('userId').execute()).length

describe('a notice of proposals that wait for approval', () => {
  it('comes once for all that an agent proposes, and goes when the last one is decided', async () => {
    await askFor({ browser: true, mail: true })
    const [first, second, third] = [await beyondBudget(), await beyondBudget(), await beyondBudget()]
    expect(await recent()).toEqual([
      expect.objectContaining({ kind: 'approvals', subject: 'ERP', path: '/account/approvals' }),
    ])
    expect([await waiting(), await mailsOwed()]).toEqual([[3, 3], 1])
    await decide(first, true)
    await decide(second, false)
    expect([(await recent()).length, await waiting()]).toEqual([1, [1, 1]])
    await app.call(withdrawProposal, { params: { id: third }, headers: helper.headers })
    expect([await recent(), await waiting(), await mailsOwed()]).toEqual([[], [0, 0], 0])
    await beyondBudget()
    expect((await recent()).length).toBe(1)
  })
  it('comes for each token, and stays for one while those of another are decided', async () => {
    await askFor({ browser: true })
    const other = await makeToken(ctx, { usedBy: 'agent' })
    await ctx.db.updateTable('apiTokens').set({ productsPerDay: 0, name: 'Other' }).where('id', '=', other.id).execute()
    const first = await beyondBudget()
    await beyondBudget(other)
    expect((await recent()).map(({ subject }) => subject)).toEqual(['Other', 'ERP'])
    await decide(first, false)
    expect((await recent()).map(({ subject }) => subject)).toEqual(['Other'])
  })
  it('does not come to somebody who may not approve, nor for what the budget covers', async () => {
    const user = await makeUser(app.services)
    await makeMember(app.services, ctx.organizationId, user.id, roles.guest)
    const guest = await makeSession(app.services, user.id, ctx.organizationId)
    expect((await askFor({ mail: true }, guest)).body.code).toBe('forbidden')
    await askFor({ browser: true })
    await beyondBudget()
    expect(await waiting(guest)).toEqual([0, 0])
    await ctx.db.deleteFrom('notifications').execute()
    await ctx.db.updateTable('apiTokens').set({ productsPerDay: 50 }).execute()
    await beyondBudget()
    expect(await recent()).toEqual([])
  })
})
