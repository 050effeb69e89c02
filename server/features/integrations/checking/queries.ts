import type { Exchange } from '#channels/certify/record.ts'
import type { CheckResult } from '#contract/integrations/checks.ts'
import type { Ctx } from '../../../context.ts'

/** So many checks of an account are kept. */
const KEPT = 5

const columns = ['id', 'state', 'leftBefore', 'startedAt', 'seenAt', 'endedAt', 'results'] as const

/** The last checks of an account, newest first, without their recordings. */
export const last = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .selectFrom('connectionChecks')
    .select(columns)
    .select((e) => e('exchanges', 'is not', null).as('hasRecording'))
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .orderBy('id', 'desc')
    .limit(KEPT)
    .execute()
export type CheckRow = Awaited<ReturnType<typeof last>>[number]

/** A check that has ended, with its recording. */
export const recorded = (ctx: Ctx, integrationId: number, id: number) =>
  ctx.db
    .selectFrom('connectionChecks')
    .select(['endedAt', 'results', 'exchanges'])
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('id', '=', id)
    .where('exchanges', 'is not', null)
    .executeTakeFirst()

/** @throws check_running while another one of the account is queued or running */
export const insert = async (ctx: Ctx, integrationId: number, leftBefore: boolean): Promise<number> => {
  const now = ctx.services.clock.now()
  const { id } = await ctx.db
    .insertInto('connectionChecks')
    .values({ organizationId: ctx.organizationId, integrationId, leftBefore, startedAt: now, seenAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends checks whose worker has been silent since a moment. */
export const endSilent = (ctx: Ctx, integrationId: number, since: Date) =>
  ctx.db
    .updateTable('connectionChecks')
    .set((e) => ({ state: 'interrupted' as const, endedAt: e.ref('seenAt') }))
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('state', '=', 'running')
    .where('seenAt', '<', since)
    .execute()

/** A check that is queued, or that somebody ran before; locked. */
export const lockOpen = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('connectionChecks')
    .select(['integrationId', 'attempt', 'leftBefore', 'results'])
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .forUpdate()
    .executeTakeFirst()

interface Change {
  state?: 'running' | 'done' | 'interrupted'
  attempt?: number
  leftBefore?: boolean
  results?: readonly CheckResult[]
  exchanges?: readonly Exchange[]
  endedAt?: Date
}

/** Notes how a check stands, and that its worker is alive. @param attempt of who writes. @returns false: somebody else has taken it, or it is gone */
export async function note(ctx: Ctx, id: number, attempt: number, change: Change = {}): Promise<boolean> {
  const { results, exchanges, ...rest } = change
  const { numUpdatedRows } = await ctx.db
    .updateTable('connectionChecks')
    .set({
      ...rest,
      seenAt: ctx.services.clock.now(),
      ...(results && { results: JSON.stringify(results) }),
      ...(exchanges && { exchanges: JSON.stringify(exchanges) }),
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps the last few of an account. */
export const forgetOld = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .deleteFrom('connectionChecks')
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('id', 'not in', (e) =>
      e
        .selectFrom('connectionChecks as kept')
        .select('kept.id')
        .where('kept.organizationId', '=', ctx.organizationId)
        .where('kept.integrationId', '=', integrationId)
        .orderBy('kept.id', 'desc')
        .limit(KEPT),
    )
    .execute()
