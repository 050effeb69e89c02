-- after: 0087-foundation
-- Triggers set these to null, as keys that do so cannot be where organizations are spread over several nodes (server/db/functions/listings.sql).
alter table found_listings
  drop constraint if exists found_listings_organization_id_listing_id_fkey,
  drop constraint if exists found_listings_organization_id_import_id_fkey,
  add constraint found_listings_listing_fkey foreign key (organization_id, listing_id) references listing_products (organization_id, id) not valid,
  add constraint found_listings_import_fkey foreign key (organization_id, import_id) references imports (organization_id, id) not valid;
alter table found_listings validate constraint found_listings_listing_fkey, validate constraint found_listings_import_fkey;
