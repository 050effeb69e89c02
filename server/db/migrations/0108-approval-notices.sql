-- A member may ask to be told of proposals that wait for approval.
alter table notification_settings drop constraint notification_settings_kind_check,
  add constraint notification_settings_kind_check check (kind in ('orders', 'oversold', 'refused', 'disconnected', 'published', 'approvals'));
