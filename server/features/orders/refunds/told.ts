import { ChannelError } from '#channels/channel.ts'
import { fromHundredths } from '#channels/kit/money.ts'
import { NOT_SEEN } from '#channels/kit/refunds.ts'
import type { Refunding } from '#channels/refund.ts'
import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { hurried, toAppError, withConnection } from '../../integrations/connections/connections.ts'
import type { Connect } from '../intake/pull.ts'
import * as orders from '../queries.ts'
import { finish } from './finish.ts'
import * as queries from './queries.ts'
import { tell } from './tell.ts'

type Job = Jobs['orders.refund']

/** Whoever is silent for longer has died: no answer of a channel is waited for as long. */
const LEASE_MS = 120_000
/** Seconds until the next try, by tries that were made. */
const WAITS = [5, 15, 30, 60, 120]

/** Somebody else has it by now. */
class HandedOver extends Error {}

/** Tells a channel of a refund or a cancellation; one worker at a time. */
export async function refundJob(
  services: Services,
  { organizationId, refundId }: Job,
  connect: Connect = withConnection,
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  // It waits for the seller, whose confirmation queues it again.
  if (await queries.isShadowed(ctx, refundId)) return
  const row = await queries.claim(ctx, refundId, new Date(services.clock.now().getTime() + LEASE_MS))
  if (!row) return waitForOther(ctx, refundId)
  try {
    const id = await ask(ctx, row, connect)
    await settleAs(ctx, row, (ctx, now) => finish(ctx, now, id))
  } catch (error) {
    if (error instanceof HandedOver) return
    await afterFailure(ctx, row, error)
  }
  announce(ctx, ['orders', 'products'])
}

/** A worker that died leaves it behind: this job comes back when that is sure. */
async function waitForOther(ctx: Ctx, refundId: number): Promise<void> {
  const row = await queries.find(ctx, refundId)
  if (row?.state === 'sending' && row.leaseUntil) await later(ctx, row, row.leaseUntil)
}

const later = (ctx: Ctx, { id }: { id: number }, at: Date) =>
  enqueue(ctx, 'orders.refund', { organizationId: ctx.organizationId, refundId: id }, { startAfter: at })

/**
 * Before anything is sent it is written down that it may have been. A try whose answer was lost is followed by one that says so: a channel with keys
 * knows it again, any other is only looked at.
 * @returns the channel's name for it
 */
async function ask(ctx: Ctx, row: queries.RefundRow, connect: Connect): Promise<string> {
  const [order] = await orders.findMany(ctx, [row.orderId])
  if (!order || order.integrationId === null) throw new AppError('integration_unauthenticated')
  const key = { organizationId: ctx.organizationId, integrationId: order.integrationId }
  const mine = async (before: readonly string[]) => {
    if (!(await queries.keepBefore(ctx, row, before))) throw new HandedOver()
  }
  return connect(ctx.services, key, async (target) => {
    const { channel, connection } = hurried(target)
    const { refund, refunds, cancel } = channel.orders ?? {}
    if (row.kind === 'cancel') {
      if (!cancel) throw new AppError('unsupported', `Cancel this order on ${channel.name}.`)
      await mine([])
      const { reason, note, restock } = row
      await cancel(connection, { externalOrderId: order.externalOrderId, reason, note, restock })
      return ''
    }
    if (!refund) throw new AppError('unsupported', `Refund this order on ${channel.name}.`)
    const refunding = refundingOf(order, row)
    const send = async () => {
      const there = (await refunds?.(connection, order.externalOrderId)) ?? []
      await mine(there.map(({ id }) => id))
      return (await refund(connection, refunding)).id
    }
    if (row.before === null) return send()
    try {
      return (await refund(connection, { ...refunding, lost: row.before })).id
    } catch (error) {
      // A person looked as well, and wants it to be sent.
      if (row.again && error instanceof ChannelError && error.code === NOT_SEEN) return send()
      throw error
    }
  })
}

/** Amounts are the channel's minor units, what Motto keeps are hundredths. */
function refundingOf(
  { externalOrderId, currency }: { externalOrderId: string; currency: string },
  { key, reason, note, total, lines }: queries.RefundRow,
): Refunding {
  const minor = (hundredths: number) => fromHundredths(hundredths, currency)
  // Where the delivery's part went into the lines, it is in their sum.
  const inLines = lines.reduce((sum, { amount }) => sum + amount, 0)
  return {
    externalOrderId,
    currency,
    key,
    reason,
    note,
    shipping: minor(total - inLines),
    lines: lines.map(({ externalId, quantity, unsent, amount, restock }) => ({
      externalId,
      quantity,
      unsent,
      restock,
      amount: minor(amount),
    })),
  }
}

/** Holds the order and then the refund, unless somebody else settled it. */
const settleAs = (
  ctx: Ctx,
  { id, orderId, leaseUntil }: queries.RefundRow,
  work: (ctx: Ctx, now: queries.RefundRow) => Promise<unknown>,
): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await orders.lockById(ctx, orderId)
    const now = await queries.lock(ctx, id)
    if (now?.state === 'sending' && now.leaseUntil?.getTime() === leaseUntil?.getTime()) await work(ctx, now)
  })

const passing = new Set<string>(['unavailable', 'rate_limited', 'quota', 'unauthorized', 'conflict'])

/** What a channel's refusal means: to try again, to say so, or to let a person look. */
async function afterFailure(ctx: Ctx, row: queries.RefundRow, error: unknown): Promise<void> {
  const failure = error instanceof ChannelError ? error : undefined
  const isOurs = !failure && !(error instanceof AppError)
  if (isOurs) ctx.services.log.error({ err: error, refundId: row.id }, 'a refund could not be told to its channel')
  await settleAs(ctx, row, async (ctx, now) => {
    // Of an earlier try whose answer was lost this one's refusal says nothing.
    const isUnknown = row.before !== null || (now.before !== null && (isOurs || failure?.maybeDone === true))
    const known = isUnknown ? {} : { before: null }
    const wait = WAITS[now.tries - 1]
    if (wait !== undefined && (isOurs || failure?.maybeDone || (failure && passing.has(failure.kind)))) {
      await queries.change(ctx, row.id, { state: 'waiting', leaseUntil: null, ...known })
      const seconds = Math.max(wait, failure?.retryAfterSeconds ?? 0)
      return later(ctx, row, new Date(ctx.services.clock.now().getTime() + seconds * 1000))
    }
    const message = sentenceOf(error)
    const state = isUnknown ? 'unsure' : 'refused'
    await queries.change(ctx, row.id, { state, message, again: false, ...known })
    await tell(ctx, now, state, message)
  })
}

const ANEW = 'Sign in to the account again under Integrations'

function sentenceOf(error: unknown): string {
  if (error instanceof ChannelError && error.kind === 'forbidden')
    return `${error.message} ${ANEW} to allow it, or do it there.`
  const app = toAppError(error)
  if (!(app instanceof AppError)) return 'Something went wrong on our side.'
  return app.code === 'integration_unauthenticated' ? `${ANEW}, then send it once more.` : app.message
}
