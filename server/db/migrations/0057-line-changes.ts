import { type Kysely, sql } from 'kysely'

/*
 * What changed lines add to the sums. Lines are met by what they have in common instead of one by one: the plan of a trigger is made for the
 * first, short order, and would compare each line with each of an order of thousands.
 */
const trigger = `
create or replace function note_pieces_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into piece_changes (organization_id, currency, day, channel, sku, product_id, quantity)
  select o.organization_id, o.currency, (o.order_date at time zone 'UTC')::date as day, o.channel, i.sku, i.product_id, sum(i.quantity)
  from (
    select organization_id, order_id, sku, product_id, sum(quantity) as quantity
    from (
      select organization_id, order_id, sku, coalesce(product_id, 0) as product_id, quantity from changed
      union all
      select organization_id, order_id, sku, coalesce(product_id, 0), -quantity from before
    ) line
    group by organization_id, order_id, sku, product_id having sum(quantity) <> 0
  ) i
  join orders o on o.organization_id = i.organization_id and o.id = i.order_id and o.state <> 'cancelled'
  group by o.organization_id, o.currency, day, o.channel, i.sku, i.product_id having sum(i.quantity) <> 0;
  return null;
end $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(trigger).execute(db)
}
