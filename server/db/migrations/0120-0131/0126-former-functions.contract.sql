-- after: 0087-foundation
-- Only triggers called them, whose functions call others now.
drop function if exists hold_facts(bigint[], bigint[]);
drop function if exists stock_facts(bigint[], bigint[]);
drop function if exists note_webhooks(bigint[], text[], bigint[], text[], jsonb[]);
drop function if exists has_webhooks();
drop function if exists listing_webhook(listing_products);
