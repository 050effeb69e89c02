import { sql } from 'kysely'
import { type Services, jobContext } from '../../context.ts'
import { owe } from '../outbox/service.ts'

/** Longer than any channel takes to show a sale among its orders. */
const UNSEEN_SECONDS = 600

/**
 * A number that fell, and whose order is in no complete look since, was changed by hand: its pieces are there, and ours holds again.
 * Until then they count as sold, which shows too few rather than too many.
 */
export async function forgetUnseen(services: Services): Promise<void> {
  const { rows } = await sql<{ organizationId: number; productId: number }>`
    with due as (
      update listing_stock s set unseen = 0, unseen_since = null from integrations i
      where s.unseen > 0 and s.unseen_since < now() - make_interval(secs => ${UNSEEN_SECONDS})
        and i.organization_id = s.organization_id and i.id = s.integration_id and i.orders_checked_at > s.unseen_since + make_interval(secs => ${UNSEEN_SECONDS / 2})
      returning s.organization_id, s.listing_id
    )
    select distinct l.organization_id, l.product_id from due join listing_products l on l.organization_id = due.organization_id and l.id = due.listing_id`.execute(
    services.database.system,
  )
  for (const [organizationId, of] of Map.groupBy(rows, (row) => row.organizationId))
    await owe(
      jobContext(services, organizationId),
      of.map(({ productId }) => productId),
      'quantity',
    )
}
