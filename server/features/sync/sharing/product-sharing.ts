import { sql } from 'kysely'
import type { z } from 'zod'
import type { SharePart } from '#contract/sync/sharing.ts'
import { type Sharing, targetsOf } from '#domain/stock/divide.ts'
import { SETTLED_SECONDS } from '#domain/stock/spot.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { levelsOf } from '../../stock/service.ts'
import { familiesOf } from '../sending/families.ts'
import { type Stored, partOf, read, sells, sharingOf } from './sharing.ts'

/** By then the channel's orders tell every sale that a write may have hidden. */
const untilOf = (since: Date | null): Date | null => since && new Date(since.getTime() + SETTLED_SECONDS * 1000)

/** How a product's pieces are shared, and what each channel shows of them. @throws not_found */
export async function productSharing(ctx: Ctx, productId: number) {
  const levels = await levelsOf(ctx, [productId])
  if (levels.length === 0) throw new AppError('not_found')
  const { rows } = await sql<Stored & { from: 'product' | 'template' | 'organization' }>`
    select r.mode, r.last_pieces, case when r.product_id is not null then 'product' when r.template_id is not null then 'template' else 'organization' end as from
    from products p join stock_sharing r on r.organization_id = p.organization_id
      and (r.product_id = p.id or r.template_id = p.template_id or (r.product_id is null and r.template_id is null))
    where p.organization_id = ${ctx.organizationId} and p.id = ${productId} order by r.product_id nulls last, r.template_id nulls last limit 1`.execute(
    ctx.db,
  )
  const sharing: Sharing = rows[0] ? read(rows[0]) : { mode: 'shared' }
  const families = await familiesOf(
    ctx,
    levels.map(({ sku }) => sku),
  )
  // Through bundles its pieces may count one by one, though that was chosen for another.
  const counted = (await sharingOf(ctx, [productId])).get(productId) ?? sharing
  const parts = levels.flatMap(({ sku, available }) => {
    const among = families.holders.filter((holder) => holder.sku === sku && holder.takesPart && sells(holder))
    const shares = targetsOf(counted, families.room(sku, available), among.map(partOf))
    return among.map(
      (holder, i): z.output<typeof SharePart> => ({
        sku,
        channel: holder.channel,
        integrationId: holder.integrationId,
        share: shares[i] ?? 0,
        lastSet: holder.lastSet,
        shown: holder.expected,
        unseen: holder.unseen,
        hidden: holder.hidden,
        hiddenUntil: holder.hidden > 0 ? untilOf(holder.hiddenSince) : null,
        sold: holder.sold,
      }),
    )
  })
  return {
    sharing,
    from: rows[0]?.from ?? ('default' as const),
    available: levels.map(({ sku, available }) => ({ sku, available })),
    parts,
  }
}
