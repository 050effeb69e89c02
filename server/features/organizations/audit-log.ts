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

const entriesOf = (ctx: Ctx, filter: AuditFilter) =>
  matching(ctx, filter)
    .leftJoin('users as w', 'w.id', 'a.userId')
    .select(['a.id', 'a.at', 'a.userId', 'a.tokenId', 'a.entity', 'a.entityId', 'a.action', 'a.old', 'a.new'])
    .select(sql<string>`coalesce(nullif(w.name, ''), w.email, '')`.as('userName'))
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .offset(filter.offset)
    .limit(filter.limit)
    .execute()
type Entry = Awaited<ReturnType<typeof entriesOf>>[number]

/** What an entry is about, as it is today. */
interface Subject {
  kind: string
  id: number
  name: string | null
  title: string | null
  channel: string | null
  /** The product of a listing, the template of a listing template. */
  parentId: number | null
}

/** A part of the query below: the rows of one kind that entries are about. Undefined where none is. */
type Part = (ids: RawBuilder<unknown>, organizationId: number) => RawBuilder<unknown>
const parts: Record<string, Part> = {
  user: (ids) =>
    sql`select 'user', u.id, coalesce(nullif(u.name, ''), u.email), null, null, null::bigint from users u where u.id = any(${ids})`,
  organization: (ids, of) =>
    sql`select 'organization', o.id, o.display_name, null, null, null::bigint from organizations o where o.id = ${of} and o.id = any(${ids})`,
  operator: (ids, of) =>
    sql`select 'operator', q.id, q.name, null, null, null::bigint from operators q where q.organization_id = ${of} and q.id = any(${ids})`,
  product: (ids, of) =>
    sql`select 'product', p.id, p.sku, p.title, null, null::bigint from products p where p.organization_id = ${of} and p.id = any(${ids})`,
  template: (ids, of) =>
    sql`select 'template', t.id, t.name, null, null, null::bigint from product_templates t where t.organization_id = ${of} and t.id = any(${ids})`,
  order: (ids, of) =>
    sql`select 'order', r.id, coalesce(nullif(r.number, ''), r.external_order_id), null, null, null::bigint from orders r where r.organization_id = ${of} and r.id = any(${ids})`,
  integration: (ids, of) =>
    sql`select 'integration', i.id, i.channel, null, i.channel, null::bigint from integrations i where i.organization_id = ${of} and i.id = any(${ids})`,
  // A listing is called by its product, a listing template by its template.
  listing: (ids, of) =>
    sql`select 'listing', l.id, p.sku, p.title, l.channel, l.product_id from listing_products l
      left join products p on p.organization_id = ${of} and p.id = l.product_id where l.organization_id = ${of} and l.id = any(${ids})`,
  listing_template: (ids, of) =>
    sql`select 'listing_template', l.id, t.name, null, l.channel, l.template_id from listing_templates l
      left join product_templates t on t.organization_id = ${of} and t.id = l.template_id where l.organization_id = ${of} and l.id = any(${ids})`,
}
/** A member is told of as the user who it is. */
const kindOf = (entity: string) => (entity === 'member' ? 'user' : entity)

async function subjectsOf({ db, organizationId }: Ctx, entries: readonly Entry[]): Promise<Subject[]> {
  const ids = new Map<string, Set<number>>()
  for (const { entity, entityId } of entries) {
    const kind = kindOf(entity)
    if (parts[kind]) ids.set(kind, (ids.get(kind) ?? new Set()).add(Number(entityId)))
  }
  if (ids.size === 0) return []
  const all = [...ids].map(([kind, of]) => parts[kind]?.(sql`${[...of]}::bigint[]`, organizationId) ?? sql``)
  const { rows } = await sql<Subject>`
    select * from (${sql.join(all, sql` union all `)}) s(kind, id, name, title, channel, parent_id)`.execute(db)
  return rows
}

/** The tokens that acted, and those that entries are about. They are on the coordinator where there are several nodes (server/db/schema/places.ts). */
async function tokensOf({ db, organizationId }: Ctx, entries: readonly Entry[]) {
  const ids = new Set(
    entries.flatMap(({ tokenId, entity, entityId }) => [
      ...(tokenId === null ? [] : [Number(tokenId)]),
      ...(entity === 'token' ? [Number(entityId)] : []),
    ]),
  )
  if (ids.size === 0) return new Map<number, { name: string; usedBy: string }>()
  const rows = await db
    .selectFrom('apiTokens')
    .select(['id', 'name', 'usedBy'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function page(ctx: Ctx, filter: AuditFilter) {
  const entries = await entriesOf(ctx, filter)
  const [subjects, tokens] = await Promise.all([subjectsOf(ctx, entries), tokensOf(ctx, entries)])
  const known = new Map(subjects.map((subject) => [`${subject.kind} ${subject.id}`, subject]))
  return entries.map(({ tokenId, ...entry }) => {
    const token = tokenId === null ? undefined : tokens.get(Number(tokenId))
    const subject = known.get(`${kindOf(entry.entity)} ${entry.entityId}`)
    const aboutToken = entry.entity === 'token' ? tokens.get(Number(entry.entityId)) : undefined
    const [old, now] = [entry.old as Record<string, unknown> | null, entry.new as Record<string, unknown> | null]
    return {
      ...entry,
      old,
      new: now,
      actor: actorOf(tokenId, token?.usedBy, entry.userId),
      tokenName: token?.name ?? '',
      entityName: aboutToken?.name ?? subject?.name ?? nameIn(entry.entity, old, now),
      entityTitle: subject?.title ?? '',
      exists: subject !== undefined || aboutToken !== undefined,
      channel: subject?.channel ?? channelIn(entry.entity, now),
      parentId: subject?.parentId ?? null,
    }
  })
}

function actorOf(tokenId: number | null, usedBy: string | undefined, userId: number | null): Actor {
  if (usedBy === 'agent') return 'agent'
  if (tokenId !== null) return 'token'
  return userId === null ? 'job' : 'person'
}

type Values = Record<string, unknown> | null
const text = (values: Values, field: string): string | undefined => {
  const value = values?.[field]
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What is gone is called as its entry calls it. */
const nameIn = (entity: string, old: Values, now: Values): string =>
  (entity === 'operator' ? (text(now, 'name') ?? text(old, 'name')) : undefined) ??
  text(now, 'email') ??
  text(old, 'email') ??
  text(old, 'sku') ??
  text(now, 'sku') ??
  text(old, 'name') ??
  text(now, 'name') ??
  text(now, 'url') ??
  text(old, 'url') ??
  ''

const channelIn = (entity: string, now: Values): string =>
  (entity === 'integration' || entity === 'listing_template' ? text(now, 'channel') : undefined) ?? ''

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
