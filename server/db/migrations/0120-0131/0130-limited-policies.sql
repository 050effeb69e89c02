-- What belongs to an order, a listing, a template or a document is seen with it (0107-token-accounts.sql). Policies ask functions for it: those of
-- tables that are spread over nodes cannot have queries in them.
create function sees_order(whose bigint, which bigint) returns boolean language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from orders o where o.organization_id = whose and o.id = which);
end $$;
create function sees_orders(whose bigint, which bigint[]) returns boolean language plpgsql stable set search_path = public, pg_temp as $$
begin
  return cardinality(which) = (select count(*) from orders o where o.organization_id = whose and o.id = any(which));
end $$;
create function sees_listing(whose bigint, which bigint) returns boolean language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from listing_products l where l.organization_id = whose and l.id = which);
end $$;
create function sees_listing_template(whose bigint, which bigint) returns boolean language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from listing_templates t where t.organization_id = whose and t.id = which);
end $$;
create function sees_slip(whose bigint, which bigint) returns boolean language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from slip_documents d where d.organization_id = whose and d.id = which);
end $$;
alter policy only_accounts on item_reports using (sees_order(organization_id, order_id)) with check (sees_order(organization_id, order_id));
alter policy only_accounts on order_documents using (sees_order(organization_id, order_id)) with check (sees_order(organization_id, order_id));
alter policy only_accounts on order_refunds using (sees_order(organization_id, order_id)) with check (sees_order(organization_id, order_id));
alter policy only_accounts on order_returns using (sees_order(organization_id, order_id)) with check (sees_order(organization_id, order_id));
alter policy only_accounts on packed_pieces using (sees_order(organization_id, order_id)) with check (sees_order(organization_id, order_id));
alter policy only_accounts on shipping_holds using (sees_order(organization_id, order_id)) with check (sees_order(organization_id, order_id));
alter policy only_accounts on unsummed_orders using (sees_order(organization_id, order_id)) with check (sees_order(organization_id, order_id));
alter policy only_accounts on slip_documents using (sees_orders(organization_id, order_ids)) with check (sees_orders(organization_id, order_ids));
alter policy only_accounts on slip_parts using (sees_slip(organization_id, document_id)) with check (sees_slip(organization_id, document_id));
alter policy only_accounts on listing_prices using (sees_listing(organization_id, listing_id)) with check (sees_listing(organization_id, listing_id));
alter policy only_accounts on requirement_listings using (sees_listing(organization_id, listing_id)) with check (sees_listing(organization_id, listing_id));
alter policy only_accounts on value_mapping_configurations using (sees_listing_template(organization_id, listing_template_id))
  with check (sees_listing_template(organization_id, listing_template_id));
