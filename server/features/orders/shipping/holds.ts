import { sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'

/** A channel that takes longer than this to answer is asked again by whoever tries next. */
const HOLD_MS = 120_000

/** Ends a hold in the transaction of the last step of the work: a process that dies after it leaves no hold behind. */
export type Release = (ctx: Ctx) => Promise<unknown>

/**
 * Does what ships an order while nobody else may: its channel is asked outside of any transaction, and must not be told twice.
 * @param orderId of this organization
 * @param request goes on with a hold that an earlier try of it left
 * @throws packing_conflict where somebody else is at it
 */
export async function holding<T>(
  ctx: Ctx,
  orderId: number,
  request: string,
  work: (release: Release) => Promise<T>,
): Promise<T> {
  const until = new Date(ctx.services.clock.now().getTime() + HOLD_MS)
  if (!(await hold(ctx, orderId, until, request))) throw isHeld(await holderOf(ctx, orderId))
  try {
    return await work((ctx) => end(ctx, orderId, until))
  } finally {
    await end(ctx, orderId, until)
  }
}

/** @throws packing_conflict where somebody is shipping the order at this moment */
export async function mustBeFree(ctx: Ctx, orderId: number): Promise<void> {
  const holder = await holderOf(ctx, orderId)
  if (holder) throw isHeld(holder)
}

const isHeld = (holder: { name: string } | undefined) =>
  new AppError('packing_conflict', `${holder?.name || 'Somebody'} is shipping this order right now.`)

/** @returns whether it is ours now */
async function hold(ctx: Ctx, orderId: number, until: Date, request: string): Promise<boolean> {
  const { rows } = await sql`
    insert into shipping_holds as h (organization_id, order_id, user_id, until, request)
    values (${ctx.organizationId}, ${orderId}, ${ctx.userId}, ${until}, ${request})
    on conflict (organization_id, order_id) do update set user_id = excluded.user_id, until = excluded.until, request = excluded.request
      where h.until < ${ctx.services.clock.now()} or (h.request = ${request} and ${request} <> '' and h.user_id = ${ctx.userId})
    returning 1`.execute(ctx.db)
  return rows.length > 0
}

async function holderOf(ctx: Ctx, orderId: number): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(u.name, '') as name from shipping_holds h left join users u on u.id = h.user_id
    where h.organization_id = ${ctx.organizationId} and h.order_id = ${orderId} and h.until >= ${ctx.services.clock.now()}`.execute(
    ctx.db,
  )
  return rows[0]
}

/** @param until of one's own hold: one that ran out may be somebody else's now */
const end = (ctx: Ctx, orderId: number, until: Date) =>
  ctx.db
    .deleteFrom('shippingHolds')
    .where('organizationId', '=', ctx.organizationId)
    .where('orderId', '=', orderId)
    .where('until', '=', until)
    .execute()
