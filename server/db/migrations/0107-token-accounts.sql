-- API tokens that are limited to some of the connected accounts. motto_limited serves their requests: it may what motto_app may, and sees no row of
-- another account. The accounts are in the setting app.accounts. The policies bind this role alone, so that other requests pay nothing for them.
do $$ begin
  if not exists (select from pg_roles where rolname = 'motto_limited') then create role motto_limited nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin execute format('grant motto_limited to %I', current_user); exception when others then
  if not pg_has_role(current_user, 'motto_limited', 'member') then raise; end if;
end $$;
do $$ begin grant motto_app to motto_limited; exception when others then
  if not pg_has_role('motto_limited', 'motto_app', 'usage') then raise; end if;
end $$;

-- Null: all accounts, those of the future as well.
alter table api_tokens add column integration_ids bigint[];

do $$
declare
  accounts constant text := '(current_setting(''app.accounts'')::bigint[])';
  name text;
  rows text;
begin
  for name, rows in
    select t, format('integration_id = any(%s)', accounts) from unnest(array[
      'catalogue_reads', 'channel_quota_shares', 'connection_checks', 'found_listings', 'listing_debts', 'listing_products', 'listing_schemas',
      'listing_stock', 'listing_templates', 'publish_items', 'sale_tellings', 'stock_drift']) t
    -- An order that was entered by hand, and an import of a file, have no account. Tallies of products have the account 0.
    union all select t, format('integration_id is null or integration_id = any(%s)', accounts) from unnest(array['orders', 'order_items', 'imports']) t
    union all select t, format('integration_id = 0 or integration_id = any(%s)', accounts) from unnest(array['tallies', 'tally_notes']) t
    union all values ('integrations', format('id = any(%s)', accounts)), ('publish_runs', format('integration_ids <@ %s', accounts))
    -- What belongs to an order or a listing is seen with it.
    union all select t, format('exists (select from orders o where o.organization_id = %I.organization_id and o.id = %1$I.order_id)', t)
      from unnest(array['item_reports', 'order_documents', 'order_refunds', 'order_returns', 'packed_pieces', 'shipping_holds', 'unsummed_orders']) t
    union all values
      ('listing_prices', 'exists (select from listing_products l where l.organization_id = listing_prices.organization_id and l.id = listing_prices.listing_id)'),
      ('value_mapping_configurations', 'exists (select from listing_templates t where t.organization_id = value_mapping_configurations.organization_id
        and t.id = value_mapping_configurations.listing_template_id)'),
      ('slip_documents', 'cardinality(order_ids) = (select count(*) from orders o where o.organization_id = slip_documents.organization_id
        and o.id = any(slip_documents.order_ids))'),
      ('slip_parts', 'exists (select from slip_documents d where d.organization_id = slip_parts.organization_id and d.id = slip_parts.document_id)')
  loop
    execute format('create policy only_accounts on %I as restrictive to motto_limited using (%s) with check (%2$s)', name, rows);
  end loop;
end $$;
