-- Where reading quantities beside orders goes on, whichever process does it. A listing may be gone meanwhile: only its number counts.
alter table integrations add column last_read_listing_id bigint not null default 0;
