import { expect, it } from 'vitest'
import { makeSeller } from '#seed/make.ts'
import { makeIntegration } from '../../testing/shop/orders.ts'
import { sandboxedApp } from '../../testing/setup/sandboxed.ts'

const on = sandboxedApp()

it('a call to the address of all accounts reaches the connection of its account, though another organization had it before, and no other', async () => {
  const connect = async (accountId: string, status: 'authenticated' | 'unauthenticated' = 'authenticated') => {
    const { ctx } = await makeSeller(on.app.services)
    const { id } = await makeIntegration(ctx, 'clover')
    await ctx.db
      .updateTable('integrations')
      .set({ accountId, status })
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', id)
      .execute()
    return async () => {
      const { hookedAt } = await ctx.db
        .selectFrom('integrations')
        .select('hookedAt')
        .where('organizationId', '=', ctx.organizationId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return hookedAt !== null
    }
  }
  const all = [
    await connect('M-MOVED', 'unauthenticated'),
    await connect('M-MOVED'),
    await connect('M-OTHER'),
    await connect(''),
  ]
  const call = (merchant: string) =>
    on.app.fastify.inject({
      method: 'POST',
      url: '/api/v2/webhooks/clover',
      payload: { appId: 'A', merchants: { [merchant]: [{ objectId: 'O:8WAD6KV8D90KR', type: 'CREATE', ts: 1 }] } },
      headers: { 'x-clover-auth': 'sandbox-clover-auth-code' },
    })
  const reached = () => Promise.all(all.map((isReached) => isReached()))
  expect((await call('')).statusCode).toBe(200)
  expect(await reached()).toEqual([false, false, false, false])
  expect((await call('M-MOVED')).statusCode).toBe(200)
  expect(await reached()).toEqual([false, true, false, false])
})
