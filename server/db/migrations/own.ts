/** The statements that make tables an organization's own: its role may use them, and row-level security keeps neighbours out. */
export const own = (tables: readonly string[]): string =>
  tables.map((table) => `
grant select, insert, update, delete on ${table} to motto_app;
alter table ${table} enable row level security;
create policy own_organization on ${table} to motto_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);`).join('')
