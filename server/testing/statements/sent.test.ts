import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { makeSeller } from '#seed/make.ts'
import { asOwner, inTransaction } from '../../context.ts'
import { testApp } from '../setup/app.ts'
import { listenToStatements } from './sent.ts'

const sent = listenToStatements()
afterAll(() => sent.stop())

it('statements that several nodes refuse are heard as they are sent', async () => {
  const app = await testApp()
  const { ctx } = await makeSeller(app.services)
  sent.begin()
  await inTransaction(ctx, async (ctx) => {
    await asOwner(ctx, (db) =>
      db.updateTable('organizations').set({ description: 'x' }).where('id', '=', ctx.organizationId).execute(),
    )
    await sql`select j.id from jobs.job j join integrations i on i.organization_id = ${ctx.organizationId}`.execute(
      ctx.db,
    )
    await ctx.db.selectFrom('products').select('id').where('organizationId', '=', ctx.organizationId).execute()
  })
  expect(sent.end()).toEqual([
    expect.stringMatching(/^organizations: written or read as the owner in a transaction .* update "organizations"/),
    expect.stringMatching(/^integrations and jobs.job are on different nodes. select j.id/),
  ])
  await app.stop()
})
