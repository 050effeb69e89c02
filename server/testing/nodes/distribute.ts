import { type Kysely, sql } from 'kysely'
import { applyFunctions } from '../../db/schema/functions.ts'
import { byOrganization, onEveryNode, organizationsTable } from '../../db/schema/places.ts'

interface Key {
  table: string
  name: string
  definition: string
}

/**
 * Spreads the tables of organizations over the nodes that were added with Citus. What is spread already stays, so that a run that was stopped is
 * finished by another.
 */
export async function distribute(db: Kysely<unknown>): Promise<void> {
  await createRoles(db)
  const spread = await spreadTables(db)
  if ([organizationsTable, ...byOrganization, ...onEveryNode].every((table) => spread.has(table))) return
  const keys = await keysToCopies(db)
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db)
  for (const table of [organizationsTable, ...(await inOrder(db))].filter((name) => !spread.has(name))) {
    if (table === organizationsTable) await sql`select create_distributed_table(${table}, 'id')`.execute(db)
    else
      await sql`select create_distributed_table(${table}, 'organization_id', colocate_with => ${organizationsTable})`.execute(
        db,
      )
  }
  for (const table of onEveryNode.filter((name) => !spread.has(name))) {
    await sql`select create_reference_table(${table})`.execute(db)
  }
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(db)
  // Functions that name these tables reach the other nodes now.
  await sql`delete from function_files`.execute(db)
  await db.connection().execute(async (connection) => {
    await sql`set citus.multi_shard_modify_mode = 'sequential'`.execute(connection)
    await applyFunctions(connection, () => undefined, false)
  })
}

/** Statements of organizations reach the other nodes as these roles. Who connects as them there is the administrator's choice in `pg_hba.conf`. */
async function createRoles(db: Kysely<unknown>): Promise<void> {
  const text = `do $$ begin
    if not exists (select from pg_roles where rolname = 'motto_app') then create role motto_app login; end if;
    if not exists (select from pg_roles where rolname = 'motto_limited') then create role motto_limited login; end if;
    alter role motto_app login;
    alter role motto_limited login;
    grant motto_app to motto_limited;
  end $$`
  await sql`set citus.enable_ddl_propagation = off`.execute(db)
  await sql.raw(text).execute(db)
  await sql`reset citus.enable_ddl_propagation`.execute(db)
  const { rows } = await sql<{
    success: boolean
    result: string
  }>`select success, result from run_command_on_workers(${`set citus.enable_ddl_propagation = off; ${text}`})`.execute(
    db,
  )
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`A node refused the roles of Motto: ${failed.result}`)
}

async function spreadTables(db: Kysely<unknown>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or partmethod = 'n' and repmodel = 't'`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Foreign keys from tables of organizations to those that every node gets: they can be added once both are in their places. */
async function keysToCopies(db: Kysely<unknown>): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select a.relname::text as "table", c.conname::text as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and a.relname = any(${[organizationsTable, ...byOrganization]}) and b.relname = any(${[...onEveryNode]})`.execute(
    db,
  )
  return rows
}

/** Tables of organizations, each after those that its foreign keys lead to. */
async function inOrder(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ table: string; to: string }>`
    select distinct a.relname::text as "table", b.relname::text as "to"
    from pg_constraint c join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and a.oid <> b.oid`.execute(db)
  const ordered: string[] = []
  let rest = [...byOrganization]
  while (rest.length) {
    const ready = rest.filter((table) => rows.every((key) => key.table !== table || !rest.includes(key.to)))
    if (!ready.length) throw new Error(`These tables refer to each other in a circle: ${rest.join(', ')}`)
    ordered.push(...ready)
    rest = rest.filter((table) => !ready.includes(table))
  }
  return ordered
}
