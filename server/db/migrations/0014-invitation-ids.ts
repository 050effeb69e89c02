import { type Kysely, sql } from 'kysely'

/**
 * Somebody invited who has an account is known by an invitation's id as well, so that the list of members does not tell
 * who has one. Emails without an account take theirs from the same sequence.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table members add column invitation_id bigint not null default nextval('invitations_id_seq');
alter table members add unique (organization_id, invitation_id);
grant usage on sequence invitations_id_seq to motto_app;`,
    )
    .execute(db)
}
