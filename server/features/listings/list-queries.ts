import { type AliasedExpression, type Selectable, type SqlBool, sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../context.ts'
import { type OutOfStep, outOfStep, refused } from '../../db/rules/listing-rules.ts'
import type { DB } from '../../db/types.ts'
import type { ListingRow } from '../../db/tables/listings.ts'

type Listing = Selectable<DB['listingProducts']>

/** More are not counted. */
const MOST_COUNTED = 10_000
/** All that a search finds, however many. */
const MOST_PRODUCTS = 2_147_483_647

interface Asked {
  offset: number
  limit: number
  channel?: ChannelId | undefined
  integrationId?: number | undefined
  status?: ListingRow['status'] | undefined
  /** Of these products, as the product search reads it. */
  products?: string | undefined
  behind?: OutOfStep | undefined
}

/** A page of the listings, the last changed first, and how many there are. */
export async function page(ctx: Ctx, query: Asked) {
  const matching = matchingOf(ctx, query)
  const rows = await ctx.db
    .selectFrom(shownOf(ctx, query, matching))
    .innerJoin('listingDebts as d', (j) =>
      j.onRef('d.organizationId', '=', 'l.organizationId').onRef('d.listingId', '=', 'l.id'),
    )
    .innerJoin('products as p', (j) =>
      j.onRef('p.organizationId', '=', 'l.organizationId').onRef('p.id', '=', 'l.productId'),
    )
    .select((e) => [
      'l.id',
      'l.productId',
      'l.channel',
      'l.integrationId',
      'l.status',
      'l.externalId',
      'l.url',
      'd.pushedQuantity',
      'l.list',
      'l.sync',
      'l.syncQuantity',
      'd.pending',
      'd.pendingSince',
      'l.result',
      'l.updatedAt',
      'p.sku',
      'p.title',
      'p.price',
      'p.images',
      e
        .selectFrom('stockLevels as s')
        .select((s) => s.fn.sum<number>('s.available').as('available'))
        .whereRef('s.organizationId', '=', 'l.organizationId')
        .whereRef('s.productId', '=', 'l.productId')
        .as('available'),
    ])
    .orderBy('l.updatedAt', 'desc')
    .orderBy('l.id', 'desc')
    .execute()
  // The last page tells how many there are.
  const seen = query.offset + rows.length
  if (rows.length > 0 && rows.length < query.limit) return { rows, items: seen }
  const { items } = await ctx.db
    .selectFrom(
      matching
        .select('l.id')
        .limit(MOST_COUNTED + 1)
        .as('some'),
    )
    .select((e) => e.fn.countAll<number>().as('items'))
    .executeTakeFirstOrThrow()
  return items > MOST_COUNTED ? { rows, items: Math.max(seen, MOST_COUNTED), itemsCapped: true } : { rows, items }
}

/** The listings of a page, as `l`. */
function shownOf(ctx: Ctx, query: Asked, matching: ReturnType<typeof matchingOf>): AliasedExpression<Listing, 'l'> {
  const { channel, integrationId, offset, limit } = query
  const ofAccounts = channel !== undefined || integrationId !== undefined
  // Whether a listing is seen by a caller who sees some accounts alone takes as long as the rest of it, and is asked once.
  if (ctx.accounts && offset === 0 && !ofAccounts)
    return matching.selectAll('l').orderBy('l.updatedAt', 'desc').orderBy('l.id', 'desc').limit(limit).as('l')
  const shown = ofAccounts ? firstOfAccounts(ctx, query) : matching.select(['l.id', 'l.updatedAt'])
  // Only what is shown is read whole: to pass over a listing takes its number and its time.
  return ctx.db
    .selectFrom(shown.orderBy('l.updatedAt', 'desc').orderBy('l.id', 'desc').offset(offset).limit(limit).as('shown'))
    .innerJoin('listingProducts as l', (j) =>
      j.onRef('l.id', '=', 'shown.id').on('l.organizationId', '=', ctx.organizationId),
    )
    .selectAll('l')
    .as('l')
}

/** The first of each account that could be on the page: an index keeps an account's listings by their time, and of a channel there are few accounts. */
const firstOfAccounts = (ctx: Ctx, query: Asked) =>
  accountsOf(ctx, query)
    .innerJoinLateral(
      matchingOf(ctx, { ...query, channel: undefined, integrationId: undefined })
        .where(sql<SqlBool>`l.integration_id = a.id`)
        .select(['l.id', 'l.updatedAt'])
        .orderBy('l.updatedAt', 'desc')
        .orderBy('l.id', 'desc')
        .limit(query.offset + query.limit)
        .as('l'),
      (j) => j.onTrue(),
    )
    .select(['l.id', 'l.updatedAt'])

const accountsOf = (ctx: Ctx, { channel, integrationId }: Pick<Asked, 'channel' | 'integrationId'>) =>
  ctx.db
    .selectFrom('integrations as a')
    .where('a.organizationId', '=', ctx.organizationId)
    .$if(channel !== undefined, (b) => b.where('a.channel', '=', channel as ChannelId))
    .$if(integrationId !== undefined, (b) => b.where('a.id', '=', integrationId as number))

function matchingOf(ctx: Ctx, { channel, integrationId, status, products, behind }: Asked) {
  return ctx.db
    .selectFrom('listingProducts as l')
    .where('l.organizationId', '=', ctx.organizationId)
    .$if(channel !== undefined || integrationId !== undefined, (b) =>
      b.where('l.integrationId', 'in', accountsOf(ctx, { channel, integrationId }).select('a.id')),
    )
    .$if(status !== undefined, (b) =>
      status === 'error' ? b.where(refused) : b.where('l.status', '=', status as ListingRow['status']),
    )
    .$if(products !== undefined, (b) =>
      b.where(
        sql<SqlBool>`l.product_id = any(array(select matching_products(${products}::jsonb, 0, ${MOST_PRODUCTS})))`,
      ),
    )
    .$if(behind !== undefined, (b) =>
      b
        .innerJoin('listingDebts as d', (j) =>
          j.onRef('d.organizationId', '=', 'l.organizationId').onRef('d.listingId', '=', 'l.id'),
        )
        .innerJoin('integrations as i', (j) =>
          j.onRef('i.organizationId', '=', 'l.organizationId').onRef('i.id', '=', 'l.integrationId'),
        )
        .where(outOfStep(ctx.organizationId)[behind as OutOfStep]),
    )
}
