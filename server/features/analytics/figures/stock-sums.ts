import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'

/**
 * The kept sums of an organization's stock, as the `with` query `kept`: no row before they are ready. After `organization`. Products that changed
 * since they were counted are `noted`, and are read as they are.
 */
export const stockSums = ({ organizationId }: Pick<Ctx, 'organizationId'>): RawBuilder<unknown> => sql`
  kept as materialized (select g.*, s.began, noted_products(${organizationId}) as noted from organization g
    join stock_sums s on s.organization_id = ${organizationId} and s.ready and s.time_zone = g.time_zone)`
