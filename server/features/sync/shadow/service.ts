import { createHash } from 'node:crypto'
import { channelNames } from '#contract/channels/ids.ts'
import type { Shadow } from '#contract/sync/shadow.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { audit } from '../../audit.ts'
import { endShadow, mustOwn, beginShadow } from '../../integrations/service.ts'
import { wakeSender } from '../../outbox/service.ts'
import * as queries from './queries.ts'

const PAGE = 50
const MOST_ORDERS = 100

/** What is on the list, by a name that changes with it. */
const nameOf = ({ listings }: queries.Counted, { names }: queries.CountedOrders): string =>
  createHash('sha256').update(`${listings} ${names}`).digest('base64url').slice(0, 22)

/** What an account in shadow mode would be sent. @throws not_found */
export async function shadow(ctx: Ctx, integrationId: number, after = 0): Promise<Shadow> {
  const { shadowSince } = await mustOwn(ctx, integrationId)
  const [planned, orders] = await Promise.all([
    queries.countOrders(ctx, integrationId),
    queries.orders(ctx, integrationId, MOST_ORDERS),
  ])
  const { ship, track, refund, cancel, rejected } = planned
  const counted = await queries.counts(ctx, integrationId)
  const { publish, revise, quantity, end, none, blocked } = counted
  const listings = shadowSince ? await queries.page(ctx, integrationId, after, PAGE + 1) : []
  const isOn = shadowSince !== null
  return {
    since: shadowSince,
    counts: isOn
      ? { publish, revise, quantity, end, none, blocked, ship, track, refund, cancel }
      : { publish: 0, revise: 0, quantity: 0, end: 0, none: 0, blocked: 0, ship, track, refund, cancel },
    computing: isOn ? counted.computing : 0,
    list: nameOf(counted, planned),
    listings: listings.slice(0, PAGE),
    orders,
    next: listings.length > PAGE ? (listings[PAGE - 1]?.listingId ?? null) : null,
    rejected,
  }
}

/** From now on nothing is sent to the account. @throws not_found */
export const start = (ctx: Ctx, integrationId: number): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await mustOwn(ctx, integrationId)
    if (!(await beginShadow(ctx, integrationId))) return
    await audit(ctx, { entity: 'integration', entityId: integrationId, action: 'shadow mode on' })
    await wakeSender(ctx, integrationId)
  })

/** @throws not_found, shadow_off */
async function mustBeOn(ctx: Ctx, integrationId: number) {
  const row = await mustOwn(ctx, integrationId)
  if (!row.shadowSince) throw new AppError('shadow_off')
  return row
}

/** All is computed anew, such as after a scan. @throws not_found, shadow_off */
export const refresh = (ctx: Ctx, integrationId: number): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await mustBeOn(ctx, integrationId)
    await queries.forget(ctx, integrationId)
    await wakeSender(ctx, integrationId)
  })

/**
 * Ends shadow mode and sends what was listed. The account is locked first: whoever keeps a parcel for later waits, and meets an account that is sent
 * its parcels at once.
 * @param list as it was shown; anything new on it, or not computed yet, refuses
 * @throws not_found, shadow_off, shadow_changed, integration_unauthenticated
 */
export const confirm = (ctx: Ctx, integrationId: number, list: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { channel, status } = await mustBeOn(ctx, integrationId)
    if (status !== 'authenticated') throw new AppError('integration_unauthenticated')
    if (!(await endShadow(ctx, integrationId))) throw new AppError('shadow_off')
    const [counted, planned] = [await queries.counts(ctx, integrationId), await queries.countOrders(ctx, integrationId)]
    if (counted.computing > 0)
      throw new AppError(
        'shadow_changed',
        'Motto is still checking some listings. Wait a moment, then check the list again.',
      )
    if (nameOf(counted, planned) !== list) throw new AppError('shadow_changed')
    await queries.forget(ctx, integrationId)
    await queries.due(ctx, integrationId)
    await wakeSender(ctx, integrationId)
    const { organizationId } = ctx
    await enqueue(ctx, 'orders.shadowed', { organizationId, integrationId })
    for (const refundId of await queries.waitingRefunds(ctx, integrationId))
      await enqueue(ctx, 'orders.refund', { organizationId, refundId })
    // Now the channel is asked to call us, too.
    await enqueue(
      ctx,
      'integrations.check',
      { organizationId, integrationId },
      { key: `${organizationId}:${integrationId}` },
    )
    const { listings: _name, computing: _none, ...sent } = counted
    const { names: _names, ...orders } = planned
    await audit(ctx, {
      entity: 'integration',
      entityId: integrationId,
      action: 'shadow mode confirmed',
      new: { channel: channelNames[channel], ...sent, ...orders },
    })
  })

/** Confirmed parcels that the channel rejected are sent once more. @throws not_found */
export const resend = (ctx: Ctx, integrationId: number): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await mustOwn(ctx, integrationId)
    await enqueue(ctx, 'orders.shadowed', { organizationId: ctx.organizationId, integrationId })
  })
