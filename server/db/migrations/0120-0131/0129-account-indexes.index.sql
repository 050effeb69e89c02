-- Names of organizations and accounts of channels are kept apart by a lock from now on: a unique index of all organizations cannot be where they are
-- spread over several nodes.
create index concurrently if not exists organizations_name on organizations (lower(name));
create index concurrently if not exists integrations_account on integrations (channel, account_id) where account_id <> '';
