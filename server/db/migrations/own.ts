/** What the organizations' role may do with a table: work with its rows, or only read what triggers keep. */
type Rights = 'select, insert, update, delete' | 'select, insert' | 'select'

/** SQL that gives tables to the organizations' role and lets row-level security keep neighbours out of them. */
export const own = (tables: readonly string[], rights: Rights = 'select, insert, update, delete'): string =>
  tables
    .map(
      (table) => `
grant ${rights} on ${table} to motto_app;
alter table ${table} enable row level security;
create policy own_organization on ${table} to motto_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);`,
    )
    .join('')
