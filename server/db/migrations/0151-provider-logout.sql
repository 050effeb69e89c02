-- Of a session that began with an identity provider whose own session ends with it: what its provider is told then, sealed.
alter table sessions add column provider_session bytea;
