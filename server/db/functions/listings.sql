-- Keeps rows that belong to listings: what a channel must still be sent, and how long a sale took to reach it.

create or replace function begin_debts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; listings bigint[]; integrations bigint[];
begin
  for whose, listings, integrations in select organization_id, array_agg(id), array_agg(integration_id) from changed group by 1 loop
    insert into listing_debts (organization_id, listing_id, integration_id)
    select whose, n.listing, n.integration from unnest(listings, integrations) n(listing, integration);
  end loop;
  return null;
end $$;

-- A listing without pending updates has reported its sales to the channel. If no quantity was sent, it never will.
create or replace function note_telling() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.pushed_at is distinct from old.pushed_at then
    insert into sale_tellings (organization_id, integration_id, listing_id, sold_at, told_at)
    values (new.organization_id, new.integration_id, new.listing_id, old.sold_at, clock_timestamp());
  end if;
  new.sold_at := null;
  return new;
end $$;

create or replace function reopen_found() returns trigger language plpgsql as $$
begin
  new.adopted_at := null;
  new.quantity := null;
  new.decision := null;
  if not exists (select from products p where p.organization_id = new.organization_id and p.id = new.product_id) then
    new.candidates := array_remove(new.candidates, new.product_id);
    new.match := case when cardinality(new.candidates) = 0 then 'none' else new.match end;
    new.product_id := null;
  end if;
  return new;
end $$;

-- What refers to a deleted listing, schema or import goes on without it. Keys that set a column to null cannot be where organizations are
-- spread over several nodes.
create or replace function forget_listing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update found_listings f set listing_id = null where f.organization_id = old.organization_id and f.listing_id = old.id;
  return old;
end $$;

create or replace function forget_import() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update found_listings f set import_id = null where f.organization_id = old.organization_id and f.import_id = old.id;
  return old;
end $$;

create or replace function forget_schema() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update listing_products l set selected_schema_id = null
  where l.organization_id = old.organization_id and l.template_id = old.template_id and l.integration_id = old.integration_id
    and l.selected_schema_id = old.id;
  return old;
end $$;

create or replace trigger listing_products_forgotten before delete on listing_products
  for each row execute function forget_listing();
create or replace trigger imports_forgotten before delete on imports
  for each row execute function forget_import();
create or replace trigger listing_schemas_forgotten before delete on listing_schemas
  for each row execute function forget_schema();
create or replace trigger reopen_found before update of listing_id on found_listings
  for each row
  when (old.listing_id is not null and old.adopted_at is not null and new.listing_id is null)
  execute function reopen_found();
create or replace trigger listing_debts_told before update on listing_debts
  for each row when (old.sold_at is not null and new.pending_since is null) execute function note_telling();
create or replace trigger listing_products_begin_debts after insert on listing_products
  referencing new table as changed for each statement execute function begin_debts();
