import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'

type Actor = 'person' | 'token' | 'agent' | 'job'

export interface AuditFilter {
  offset: number
  limit: number
  /** Kinds, separated by commas. */
  entity?: string | undefined
  entityId?: number | undefined
  userId?: number | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
}
/** A filtered total stops counting here. */
const CAP = 10_000

/** Who changed what, newest first, with the names of both as they are today. */
export async function listAuditEntries(ctx: Ctx, filter: AuditFilter) {
  const [data, items] = [await page(ctx, filter), await count(ctx, filter)]
  return { data, items: Math.min(items, CAP), ...(items > CAP ? { itemsCapped: true } : {}) }
}

const matching = (ctx: Ctx, { entity, entityId, userId, from, to }: AuditFilter) =>
  ctx.db
    .selectFrom('auditEntries as a')
    .where('a.organizationId', '=', ctx.organizationId)
    .$if(entity !== undefined, (q) => q.where('a.entity', 'in', entity?.split(',') ?? []))
    .$if(entityId !== undefined, (q) => q.where('a.entityId', '=', entityId ?? 0))
    .$if(userId !== undefined, (q) => q.where('a.userId', '=', userId ?? 0))
    .$if(from !== undefined, (q) => q.where('a.at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (q) => q.where('a.at', '<', to ?? new Date(0)))

/** A row of an owned table by its number, in the organization of the entry. */
const has = (table: string, id: RawBuilder<unknown>) =>
  sql<boolean>`${sql.ref(`${table}.organizationId`)} = a.organization_id and ${sql.ref(`${table}.id`)} = ${id}`

/** The row that an entry of this kind is about. */
const isOf = (table: string, entity: string) => sql<boolean>`${has(table, sql`a.entity_id`)} and a.entity = ${entity}`

const page = (ctx: Ctx, filter: AuditFilter) =>
  ctx.db
    .selectFrom(
      matching(ctx, filter)
        .selectAll('a')
        .orderBy('a.at', 'desc')
        .orderBy('a.id', 'desc')
        .offset(filter.offset)
        .limit(filter.limit)
        .as('a'),
    )
    .leftJoin('users as w', 'w.id', 'a.userId')
    // The token that acted, and the one that an entry is about.
    .leftJoin('apiTokens as k', (j) => j.on(has('k', sql`a.token_id`)))
    .leftJoin('apiTokens as s', (j) => j.on(isOf('s', 'token')))
    .leftJoin('users as u', (j) => j.onRef('u.id', '=', 'a.entityId').on('a.entity', 'in', ['user', 'member']))
    .leftJoin('organizations as o', (j) => j.onRef('o.id', '=', 'a.entityId').on('a.entity', '=', 'organization'))
    .leftJoin('listingProducts as l', (j) => j.on(isOf('l', 'listing')))
    .leftJoin('listingTemplates as lt', (j) => j.on(isOf('lt', 'listing_template')))
    // A listing is called by its product, a listing template by its template.
    .leftJoin('products as p', (j) =>
      j.on(has('p', sql`case a.entity when 'product' then a.entity_id else l.product_id end`)),
    )
    .leftJoin('productTemplates as t', (j) =>
      j.on(has('t', sql`case a.entity when 'template' then a.entity_id else lt.template_id end`)),
    )
    .leftJoin('orders as r', (j) => j.on(isOf('r', 'order')))
    .leftJoin('operators as q', (j) => j.on(isOf('q', 'operator')))
    .leftJoin('integrations as i', (j) => j.on(isOf('i', 'integration')))
    .select(['a.id', 'a.at', 'a.userId', 'a.entity', 'a.entityId', 'a.action', 'a.old', 'a.new'])
    .select(sql<string>`coalesce(nullif(w.name, ''), w.email, '')`.as('userName'))
    .select(
      sql<Actor>`case when k.used_by = 'agent' then 'agent' when a.token_id is not null then 'token' when a.user_id is null then 'job' else 'person' end`.as(
        'actor',
      ),
    )
    .select(sql<string>`coalesce(k.name, '')`.as('tokenName'))
    // What is gone is called as its entry calls it.
    .select(
      sql<string>`coalesce(nullif(u.name, ''), u.email, o.display_name, s.name, q.name, p.sku, t.name, nullif(r.number, ''), r.external_order_id, i.channel, case a.entity when 'operator' then coalesce(a.new ->> 'name', a.old ->> 'name') end, a.new ->> 'email', a.old ->> 'email', a.old ->> 'sku', a.new ->> 'sku', a.old ->> 'name', a.new ->> 'name', a.new ->> 'url', a.old ->> 'url', '')`.as(
        'entityName',
      ),
    )
    .select(sql<string>`coalesce(p.title, '')`.as('entityTitle'))
    .select(
      sql<boolean>`coalesce(u.id, o.id, s.id, q.id, r.id, i.id, l.id, lt.id, case when a.entity in ('product', 'template') then coalesce(p.id, t.id) end) is not null`.as(
        'exists',
      ),
    )
    .select(
      sql<string>`coalesce(i.channel, l.channel, lt.channel, case when a.entity in ('integration', 'listing_template') then a.new ->> 'channel' end, '')`.as(
        'channel',
      ),
    )
    .select(sql<number | null>`coalesce(l.product_id, lt.template_id)`.as('parentId'))
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
    .then((rows) =>
      rows.map((row) => ({
        ...row,
        old: row.old as Record<string, unknown> | null,
        new: row.new as Record<string, unknown> | null,
      })),
    )

async function count(ctx: Ctx, filter: AuditFilter): Promise<number> {
  const { n } = await ctx.db
    .selectFrom(
      matching(ctx, filter)
        .select('a.id')
        .limit(CAP + 1)
        .as('c'),
    )
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
