-- What packing slips show of the organization; and A6 as their paper.
create table slip_settings (
  organization_id bigint primary key references organizations on delete cascade,
  -- Lines, as they are printed.
  return_address text not null default '',
  -- Address of the image; '' is none.
  logo text not null default ''
);
grant select, insert, update, delete on slip_settings to motto_app;
alter table slip_settings enable row level security;
create policy own_organization on slip_settings to motto_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);

alter table slip_documents drop constraint slip_documents_paper_check;
alter table slip_documents add constraint slip_documents_paper_check check (paper in ('a4', 'letter', 'label', 'a6'));
