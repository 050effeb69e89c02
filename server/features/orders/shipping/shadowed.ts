import { sql } from 'kysely'
import type { Shipment } from '#channels/shipment.ts'
import { ChannelError } from '#channels/channel.ts'
import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { audit } from '../../audit.ts'
import { isShadowed, SHADOW } from '../../integrations/connections/shadow.ts'
import { hurried, toAppError, withConnection } from '../../integrations/connections/connections.ts'
import type { Connect } from '../intake/pull.ts'

/**
 * Keeps a parcel for later where its account is in shadow mode. The account is locked meanwhile: the parcel is kept before the seller's confirmation
 * is carried out, or is told at once.
 * @returns whether it was kept
 */
export async function keepForLater(
  ctx: Ctx,
  { id: orderId, integrationId }: { id: number; integrationId: number },
  what: 'ship' | 'track',
  shipment: Shipment,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with account as (
      select i.id from integrations i
      where i.organization_id = ${ctx.organizationId} and i.id = ${integrationId} and i.shadow_since is not null for share
    ), repeated as (
      -- Another number for the same parcel takes its place.
      delete from shadow_parcels s using account
      where s.organization_id = ${ctx.organizationId} and s.order_id = ${orderId} and s.what = ${what} and ${what === 'track'}
    )
    insert into shadow_parcels (organization_id, integration_id, order_id, what, shipment, created_at)
    select ${ctx.organizationId}, account.id, ${orderId}, ${what}, ${JSON.stringify(shipment)}::jsonb, ${ctx.services.clock.now()} from account`.execute(
    ctx.db,
  )
  return numAffectedRows > 0n
}

const next = (ctx: Ctx, integrationId: number, after: number) =>
  ctx.db
    .selectFrom('shadowParcels as s')
    .innerJoin('orders as o', (j) =>
      j.onRef('o.organizationId', '=', 's.organizationId').onRef('o.id', '=', 's.orderId'),
    )
    .selectAll('s')
    .where('s.organizationId', '=', ctx.organizationId)
    .where('s.integrationId', '=', integrationId)
    .where('s.id', '>', after)
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst()
type Parcel = NonNullable<Awaited<ReturnType<typeof next>>>

/**
 * Tells a channel of the parcels that the seller confirmed, oldest first. One that it rejects stays, with the reason; where it is silent the job is
 * tried again. A repeated parcel is harmless, as it names all items that have left.
 */
export async function sendShadowedJob(
  services: Services,
  { organizationId, integrationId }: Jobs['orders.shadowed'],
  connect: Connect = withConnection,
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  for (let parcel = await next(ctx, integrationId, 0); parcel; parcel = await next(ctx, integrationId, parcel.id)) {
    services.stopping.throwIfAborted()
    if (await isShadowed(ctx.db, { organizationId, integrationId })) return
    await send(ctx, parcel, connect)
    announce(ctx, ['orders', 'integrations'])
  }
}

async function send(ctx: Ctx, parcel: Parcel, connect: Connect): Promise<void> {
  const { integrationId, what, shipment } = parcel
  const dated = { ...shipment, shippedAt: new Date(shipment.shippedAt) }
  try {
    await connect(ctx.services, { organizationId: ctx.organizationId, integrationId }, async (target) => {
      const { channel, connection } = hurried(target)
      const [answer] = (await channel.orders?.[what]?.(connection, [dated])) ?? []
      if (answer && !answer.ok) throw answer.error
    })
  } catch (error) {
    if (!(error instanceof ChannelError) || error.code === SHADOW) throw error
    const refusal = toAppError(error)
    if (!(refusal instanceof AppError) || refusal.code !== 'channel_refused') throw error
    return settle(ctx, parcel, refusal.message)
  }
  await settle(ctx, parcel, '')
}

/** What its channel answered; '' where it took it. */
const settle = (ctx: Ctx, { id, orderId, shipment }: Parcel, problem: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const own = ctx.organizationId
    if (problem)
      await ctx.db
        .updateTable('shadowParcels')
        .set({ problem })
        .where('organizationId', '=', own)
        .where('id', '=', id)
        .execute()
    else await ctx.db.deleteFrom('shadowParcels').where('organizationId', '=', own).where('id', '=', id).execute()
    const { carrier, trackingNumber } = shipment
    const parcels = [trackingNumber ? [carrier, trackingNumber].filter(Boolean).join(' ') : 'Without a tracking number']
    const action = problem ? 'refused' : 'told'
    await audit(ctx, {
      entity: 'order',
      entityId: orderId,
      action,
      new: { parcels, ...(problem && { reason: problem }) },
    })
  })
