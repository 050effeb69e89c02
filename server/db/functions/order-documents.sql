-- Hashes of channels' records of orders.

create or replace function document_hash(body jsonb) returns bytea
language sql immutable strict parallel safe return sha256(convert_to(body::text, 'UTF8'));
