import { sql } from 'kysely'
import type { DriftRule } from '#contract/drift.ts'
import { type Services, jobContext } from '../../context.ts'
import { owe } from '../outbox/service.ts'
import { noteDrift } from './drift.ts'

/** Longer than any channel takes to show a sale among its orders. */
const UNSEEN_SECONDS = 600

interface Forgotten {
  organizationId: number
  integrationId: number
  driftRule: DriftRule
  listingId: number
  productId: number
  sku: string
  ours: number
  theirs: number
}

/**
 * A number that fell, and whose order is in no complete look since, was changed by hand: its pieces are there, and ours holds again.
 * Until then they count as sold, which shows too few rather than too many.
 */
export async function forgetUnseen(services: Services): Promise<void> {
  const { rows } = await sql<Forgotten>`
    with due as (
      select s.organization_id, s.listing_id, s.sku, s.location_id, s.expected + s.unseen as ours, s.expected as theirs, i.id as integration_id, i.drift_rule
      from listing_stock s join integrations i on i.organization_id = s.organization_id and i.id = s.integration_id
      where s.unseen > 0 and s.unseen_since < now() - make_interval(secs => ${UNSEEN_SECONDS})
        and i.orders_checked_at > s.unseen_since + make_interval(secs => ${UNSEEN_SECONDS / 2})
      for update of s skip locked
    ), forgotten as (
      update listing_stock s set unseen = 0, unseen_since = null from due
      where s.organization_id = due.organization_id and s.listing_id = due.listing_id and s.sku = due.sku and s.location_id = due.location_id
    )
    select due.*, l.product_id from due join listing_products l on l.organization_id = due.organization_id and l.id = due.listing_id`.execute(
    services.database.system,
  )
  for (const one of rows) {
    const ctx = jobContext(services, one.organizationId)
    await noteDrift(ctx, { id: one.integrationId, driftRule: one.driftRule }, [one])
    await owe(ctx, [one.productId], 'quantity')
  }
}
