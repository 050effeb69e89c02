import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type Services, announce, jobContext } from '../../context.ts'
import { claimEach } from '../../db/claims.ts'
import type { DB } from '../../db/types.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { forgetWords } from '../audit.ts'

/** What an order says of its buyer, once it says nothing. */
export const forgotten = {
  buyerAccount: '',
  buyerName: '',
  buyerEmail: '',
  buyerPhone: '',
  shippingAddress: '{}',
  billingAddress: '{}',
} as const

/** Orders per transaction: no lock is held for long. */
const AT_ONCE = 200

/**
 * Forgets buyers as their channel asks for it: name, contact, addresses and the channel's own record of their orders, and what the audit log kept of
 * these. Lines, sums and stock stay. Later versions of the orders bring nothing of it back. Repeating is harmless.
 * @returns orders that named them
 */
export async function eraseBuyers(services: Services, whose: Jobs['orders.erase']): Promise<number> {
  let erased = 0
  for (const organizationId of await organizationsOf(services, whose)) {
    for (let some = AT_ONCE; some === AT_ONCE; erased += some) some = await eraseSome(services, organizationId, whose)
    announce(jobContext(services, organizationId), ['orders'])
  }
  return erased
}

/** A channel that names a person means every shop of ours where they bought. */
async function organizationsOf({ database }: Services, whose: Jobs['orders.erase']): Promise<number[]> {
  if (whose.organizationId !== null) return [whose.organizationId]
  const rows = await database.system
    .selectFrom('orders')
    .select('organizationId')
    .distinct()
    .where(theirs(whose))
    .execute()
  return rows.map((row) => row.organizationId)
}

const theirs = (whose: Jobs['orders.erase']) => (eb: ExpressionBuilder<DB, 'orders'>) =>
  whose.organizationId === null
    ? eb.and([eb('channel', '=', whose.channel), anyOf('buyer_account', whose.accounts)])
    : eb.and([
        eb('integrationId', '=', whose.integrationId),
        ...(whose.externalOrderIds ? [anyOf('external_order_id', whose.externalOrderIds)] : []),
      ])
const anyOf = (column: string, values: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} <> '' and ${sql.ref(column)} = any(${values}::text[])`

const eraseSome = ({ database, clock }: Services, organizationId: number, whose: Jobs['orders.erase']) =>
  database.system.transaction().execute(async (db) => {
    const orders = await db
      .selectFrom('orders')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where(theirs(whose))
      .where('buyerErasedAt', 'is', null)
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .execute()
    const ids = orders.map(({ id }) => id)
    if (ids.length === 0) return 0
    await db
      .updateTable('orders')
      .set({ ...forgotten, buyerErasedAt: clock.now(), updateDate: clock.now() })
      .where('organizationId', '=', organizationId)
      .where('id', 'in', ids)
      .execute()
    await db
      .updateTable('orderDocuments')
      .set({ body: null })
      .where('organizationId', '=', organizationId)
      .where('orderId', 'in', ids)
      .execute()
    await db
      .updateTable('orderRefunds')
      .set({ note: '' })
      .where('organizationId', '=', organizationId)
      .where('orderId', 'in', ids)
      .execute()
    await forgetWords(db, { organizationId, entity: 'order', ids, words: Object.keys(forgotten) })
    return ids.length
  })

export const eraseBuyersJob = async (services: Services, job: Jobs['orders.erase']): Promise<void> => {
  const orders = await eraseBuyers(services, job)
  services.log.info({ orders }, 'buyers were forgotten')
}

/** Returns and disputes are over by then. */
const DOCUMENTS_KEPT_MS = 365 * 86_400_000
const HOURLY_MS = 3600_000

/** Forgets channels' records of orders that have not changed for a year; the orders stay. @returns how many */
export async function eraseOldDocuments({ database, clock }: Services): Promise<number> {
  const before = new Date(clock.now().getTime() - DOCUMENTS_KEPT_MS)
  let erased = 0
  for (let some = 1; some > 0; erased += some) {
    const isOld = sql`body is not null and kept_at < ${before}`
    const { affected } = await claimEach(
      database.system,
      sql`select distinct organization_id from order_documents where ${isOld} limit ${AT_ONCE}`,
      (organizationId) => sql`
        update order_documents d set body = null
        from (select order_id from order_documents where organization_id = ${organizationId} and ${isOld} limit ${AT_ONCE} for update skip locked) old
        where d.organization_id = ${organizationId} and d.order_id = old.order_id`,
    )
    some = affected
  }
  return erased
}

/** Looks for old records when a worker starts, and hourly. */
export function startForgetting(services: Services): { stop(): void } {
  const look = () =>
    void eraseOldDocuments(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'forgetting old records of orders failed'),
    )
  look()
  const timer = setInterval(look, HOURLY_MS)
  return { stop: () => clearInterval(timer) }
}
