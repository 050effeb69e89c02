import { ChannelError } from '#channels/channel.ts'
import { type Ctx, type Services, announce, jobContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { withConnection } from '../integrations/connections/connections.ts'
import { lookForOrders } from '../integrations/polling/looks.ts'
import * as reading from '../integrations/polling/order-reading.ts'
import { type Connect, pullOrders } from './intake/pull.ts'

type Job = Jobs['orders.pull']

/** Until the next look where a channel did not say. */
const WAIT_SECONDS = { busy: 1, unavailable: 5, unauthorized: 5, rate_limited: 30, quota: 900, failed: 60 }

const OURS = 'Orders could not be read: something went wrong on our side.'

/** Somebody else pulls, or the process is to end. */
class HandedOver extends Error {}

/** Looks for new and changed orders of one integration; one worker at a time. A wake-up that comes meanwhile is not lost: it looks right after. */
export async function pullOrdersJob(services: Services, job: Job, connect: Connect = withConnection): Promise<void> {
  const ctx = jobContext(services, job.organizationId)
  const claim = await reading.takeLease(ctx, job.integrationId)
  if (!claim) return
  if ('waitSeconds' in claim) return again(ctx, job, claim.waitSeconds)
  let { lease } = claim
  const afterPage = async () => {
    const renewed = await reading.renewLease(ctx, job.integrationId, lease)
    if (!renewed || services.stopping.aborted) throw new HandedOver()
    lease = renewed
  }
  try {
    await pullOrders(ctx, job.integrationId, { connect, afterPage, hinted: job.hinted ?? false })
  } catch (error) {
    await afterFailure(ctx, job, error)
  } finally {
    await reading.endLease(ctx, job.integrationId, lease)
  }
}

/** What a channel's refusal means for the next look. Only what nobody expected is thrown on, for the queue to try again. */
async function afterFailure(ctx: Ctx, job: Job, error: unknown): Promise<void> {
  if (error instanceof HandedOver) return again(ctx, job, WAIT_SECONDS.busy)
  if (error instanceof AppError && error.code === 'unsupported')
    return void (await reading.postpone(ctx, job.integrationId, null))
  if (error instanceof ChannelError) {
    // The connection was marked as ended, or is gone: signing in again starts the looks anew.
    if (error.kind === 'revoked' || error.kind === 'not_found') return
    if (error.kind === 'quota') await reading.noteFailure(ctx, job.integrationId, error.message)
    if (
      error.kind === 'rate_limited' ||
      error.kind === 'quota' ||
      error.kind === 'unavailable' ||
      error.kind === 'unauthorized'
    ) {
      const seconds = spread(ctx, Math.max(1, error.retryAfterSeconds ?? WAIT_SECONDS[error.kind]))
      ctx.services.log.info(
        { integrationId: job.integrationId, kind: error.kind, seconds },
        'a channel cannot tell its orders now',
      )
      await reading.postpone(ctx, job.integrationId, seconds, error.kind === 'rate_limited')
      return again(ctx, job, seconds)
    }
  }
  await reading.noteFailure(ctx, job.integrationId, error instanceof ChannelError ? error.message : OURS)
  announce(ctx, ['integrations'])
  await reading.postpone(ctx, job.integrationId, WAIT_SECONDS.failed)
  throw error
}

/** Up to a fifth longer, so that many integrations do not return in one moment. */
const spread = (ctx: Ctx, seconds: number) => seconds * (1 + ctx.services.clock.random() / 5)

const again = (ctx: Ctx, job: Job, seconds: number) =>
  lookForOrders(ctx, job.integrationId, {
    hinted: job.hinted ?? false,
    startAfter: new Date(ctx.services.clock.now().getTime() + seconds * 1000),
  })
