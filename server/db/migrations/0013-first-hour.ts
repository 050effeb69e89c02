import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/** Links that let invited people in, one for each invitation; and who put the first steps away. */
const schema = `
create table invitation_links (
  organization_id bigint not null references organizations on delete cascade,
  email text not null check (email = lower(email)),
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (organization_id, email)
);

create table first_steps_hidden (
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null references users on delete cascade,
  hidden_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index first_steps_hidden_user on first_steps_hidden (user_id);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
  await sql.raw(own(['invitation_links', 'first_steps_hidden'])).execute(db)
}
