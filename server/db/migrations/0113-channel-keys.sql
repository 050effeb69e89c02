-- Keys that a channel made for the operator's app, for calls that it wants signed. Read by nobody but the installation itself.
create table channel_keys (
  channel text not null,
  -- The channel's own name for it.
  id text not null,
  -- What a signed call needs of it, sealed.
  key bytea not null,
  expires_at timestamptz not null,
  primary key (channel, id)
);
