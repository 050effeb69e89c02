import { type Kysely, sql } from 'kysely'
import { applyFunctions } from '../schema/functions.ts'
import { byOrganization, functionsByOrganization, onEveryNode, organizationsTable } from '../schema/places.ts'

interface Key {
  table: string
  name: string
  definition: string
}

/**
 * Spreads the tables of organizations over the nodes that were added with Citus. What is spread already stays, so that a run that was stopped is
 * finished by another.
 * @param shards into how many parts each table is divided
 */
export async function distribute(db: Kysely<unknown>, shards: number): Promise<void> {
  await createRoles(db)
  await spreadAll(db, shards)
  await onWorkers(db, 'grant usage on all sequences in schema public to motto_app, motto_limited')
  await delegateFunctions(db)
  await planAnew(db)
}

async function spreadAll(db: Kysely<unknown>, shards: number): Promise<void> {
  const spread = await spreadTables(db)
  if ([organizationsTable, ...byOrganization, ...onEveryNode].every((table) => spread.has(table))) return
  const keys = await keysToCopies(db)
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db)
  for (const table of [organizationsTable, ...(await inOrder(db))].filter((name) => !spread.has(name))) {
    if (table === organizationsTable)
      await sql`select create_distributed_table(${table}, 'id', shard_count => ${shards})`.execute(db)
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

/** Functions of the owner run on the node of the organization, where rows of the same transaction are seen. */
async function delegateFunctions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ call: string }>`
    select p.oid::regprocedure::text as call from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = any(${[...functionsByOrganization]}) and p.proargnames[1] = 'of_organization'
    order by 1`.execute(db)
  for (const { call } of rows)
    await sql`
      select create_distributed_function(${call}, 'of_organization', colocate_with => ${organizationsTable}, force_delegation => true)`.execute(
      db,
    )
}

/** A plan that fits all values would ask all nodes. The nodes themselves plan as usual. */
async function planAnew(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await sql`set citus.enable_ddl_propagation = off`.execute(db)
  for (const { name } of rows)
    await sql`alter database ${sql.id(name)} set plan_cache_mode = force_custom_plan`.execute(db)
  await sql`reset citus.enable_ddl_propagation`.execute(db)
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
  await onWorkers(db, text)
}

async function onWorkers(db: Kysely<unknown>, text: string): Promise<void> {
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
