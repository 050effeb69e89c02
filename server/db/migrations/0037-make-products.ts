import { type Kysely, sql } from 'kysely'

/**
 * What a listing says on its channel is kept with it, so that a product can be made of it; an import knows the account that it came from.
 * Where our listing goes away, whatever took it (its product was deleted, or the import that made it was undone), what stands there is
 * open again.
 */
const schema = `
alter table found_listings
  -- Its texts, pictures and attributes; null where it was read before they were kept.
  add column content jsonb,
  -- The import that makes a product of it.
  add column import_id bigint,
  add foreign key (organization_id, import_id) references imports on delete set null (import_id);
create index found_listings_import on found_listings (organization_id, import_id, id) where import_id is not null;
alter table imports
  add column integration_id bigint,
  add column channel text,
  add foreign key (organization_id, integration_id) references integrations on delete cascade;
create index imports_integration on imports (organization_id, integration_id) where integration_id is not null;
create function reopen_found() returns trigger language plpgsql as $$
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
create trigger reopen_found before update of listing_id on found_listings
  for each row when (old.listing_id is not null and old.adopted_at is not null and new.listing_id is null) execute function reopen_found();
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
