import { type Kysely, sql } from 'kysely'

/**
 * An organization may connect several accounts of a channel: what belongs to one is told apart by its integration, not by its channel.
 * One that was never connected is begun only once; no account is connected twice, as its orders would be taken in twice.
 */
const schema = `
drop index integrations_channel_key;
create unique index integrations_channel_key on integrations (organization_id, channel) where authenticated_at is null;
create unique index integrations_own_account_key on integrations (organization_id, channel, account_id) where account_id <> '';
create index integrations_order on integrations (organization_id, channel, id);

drop index listing_templates_channel_key;
create unique index listing_templates_integration_key on listing_templates (organization_id, template_id, integration_id);
drop index listing_products_channel_key;
create unique index listing_products_integration_key on listing_products (organization_id, product_id, integration_id);

drop index orders_external_key;
create unique index orders_external_key on orders (organization_id, channel, external_order_id, integration_id) nulls not distinct;

-- A page of listings is read in this order.
create index listing_products_newest on listing_products (organization_id, updated_at desc, id desc);
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
