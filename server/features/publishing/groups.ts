import { sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { PublishItemState } from '#contract/publishing.ts'
import type { ProblemCode, ProblemParams } from '#domain/listings/problems/problem.ts'
import type { Ctx } from '../../context.ts'

const failedStates = sql`i.state in ('blocked', 'refused')`
/** Why an item is not listed; where nobody knows more than a sentence, the field that says it and the sentence. */
const causeOf = sql<string>`coalesce(i.causes -> e.key ->> 'cause', 'other:' || md5(e.key || ' ' || e.value))`

/** Why products are not listed, and what each account says of it. */
export interface StoredGroup {
  cause: string
  /** null: only a sentence is known. */
  code: ProblemCode | null
  products: number
  listings: number
  /** SKUs of a few. */
  examples: string[]
  templates: { templateId: number; template: string; products: number }[]
  accounts: {
    integrationId: number
    channel: ChannelId
    state: 'blocked' | 'refused'
    products: number
    fields: string[]
    /** What is said of one of them; whether the same is said of all. */
    sentence: string
    isSame: boolean
    params: ProblemParams
  }[]
}

/** Templates that a group names. */
const TEMPLATES = 20

/** Problems by cause, across templates and accounts, the most frequent first. @param only the group of one cause */
export async function groups(ctx: Ctx, runId: number, { limit, only }: { limit: number; only?: string }) {
  const { rows } = await sql<StoredGroup>`
    with problems as (
      select i.integration_id, a.channel, i.product_id, p.sku, p.template_id, i.state, e.key as field, e.value as sentence,
        ${causeOf} as cause, i.causes -> e.key ->> 'code' as code, coalesce(i.causes -> e.key -> 'params', '{}') as params
      from publish_items i
        join products p on p.organization_id = i.organization_id and p.id = i.product_id
        join integrations a on a.organization_id = i.organization_id and a.id = i.integration_id
        cross join lateral jsonb_each_text(i.errors) e
      where i.organization_id = ${ctx.organizationId} and i.run_id = ${runId} and ${failedStates}
        and ${only === undefined ? sql`true` : sql`${causeOf} = ${only}`}
    ), largest as (
      select cause, min(code) as code, count(distinct product_id)::int as products,
        count(distinct (integration_id, product_id))::int as listings, (array_agg(distinct sku order by sku))[1:3] as examples
      from problems group by cause order by products desc, listings desc, cause limit ${limit}
    ), by_account as (
      select cause, integration_id, channel, state, count(distinct product_id)::int as products, array_agg(distinct field) as fields,
        min(sentence) as sentence, min(sentence) = max(sentence) as is_same, (array_agg(params order by sentence))[1] as params
      from problems join largest using (cause) group by cause, integration_id, channel, state
    ), by_template as (
      select cause, template_id, count(distinct product_id)::int as products
      from problems join largest using (cause) group by cause, template_id
    )
    select l.*,
      (select jsonb_agg(jsonb_build_object('integrationId', b.integration_id, 'channel', b.channel, 'state', b.state, 'products', b.products,
          'fields', b.fields, 'sentence', b.sentence, 'isSame', b.is_same, 'params', b.params) order by b.integration_id, b.state)
        from by_account b where b.cause = l.cause) as accounts,
      (select jsonb_agg(jsonb_build_object('templateId', b.template_id, 'template', b.name, 'products', b.products)) from (
          select b.template_id, t.name, b.products from by_template b
            join product_templates t on t.organization_id = ${ctx.organizationId} and t.id = b.template_id
          where b.cause = l.cause order by b.products desc, b.template_id limit ${TEMPLATES}) b) as templates
    from largest l order by l.products desc, l.listings desc, l.cause`.execute(ctx.db)
  return rows
}

export interface ItemFilter {
  integrationId?: number | undefined
  templateId?: number | undefined
  cause?: string | undefined
  state?: PublishItemState | undefined
  failed?: 'yes' | undefined
}
const which = (ctx: Ctx, runId: number, q: ItemFilter) => sql`
  i.organization_id = ${ctx.organizationId} and i.run_id = ${runId}
  and ${q.integrationId === undefined ? sql`true` : sql`i.integration_id = ${q.integrationId}`}
  and ${q.templateId === undefined ? sql`true` : sql`p.template_id = ${q.templateId}`}
  and ${q.state === undefined ? sql`true` : sql`i.state = ${q.state}`}
  and ${q.failed === undefined && q.cause === undefined ? sql`true` : failedStates}
  and ${q.cause === undefined ? sql`true` : sql`exists (select from jsonb_each_text(i.errors) e where ${causeOf} = ${q.cause})`}`

interface Item {
  productId: number
  sku: string
  title: string
  integrationId: number
  channel: ChannelId
  account: string
  state: PublishItemState
  errors: Record<string, string>
}
export async function items(ctx: Ctx, runId: number, q: ItemFilter & { offset: number; limit: number }) {
  const from = sql`
    from publish_items i join products p on p.organization_id = i.organization_id and p.id = i.product_id
      join integrations a on a.organization_id = i.organization_id and a.id = i.integration_id
    where ${which(ctx, runId, q)}`
  const [page, counted] = await Promise.all([
    sql<Item>`
      select i.product_id, p.sku, p.title, i.integration_id, a.channel, coalesce(nullif(a.shop, ''), a.account_name) as account, i.state, i.errors ${from}
      order by i.product_id, i.integration_id offset ${q.offset} limit ${q.limit}`.execute(ctx.db),
    sql<{ n: number }>`select count(*)::int as n ${from}`.execute(ctx.db),
  ])
  return { data: page.rows, items: counted.rows[0]?.n ?? 0 }
}
export async function productIds(ctx: Ctx, runId: number, q: ItemFilter, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct i.product_id as id from publish_items i join products p on p.organization_id = i.organization_id and p.id = i.product_id
    where ${which(ctx, runId, q)} and ${failedStates} order by id limit ${limit}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
