import pg from 'pg'
import { StartError } from '../start-error.ts'

/**
 * A table that stands in a database from the first to the last step of a restore. Where a restore failed or was killed it
 * stays, so that nobody works with an empty or half-filled Motto by mistake.
 */
export const UNFINISHED = 'unfinished_restore'

export async function markUnfinished(client: pg.ClientBase): Promise<void> {
  if (await isUnfinished(client)) return
  await client.query(`create table public.${UNFINISHED} ()`)
}

export async function markFinished(client: pg.ClientBase): Promise<void> {
  await client.query(`drop table public.${UNFINISHED}`)
}

export async function isUnfinished(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `public.${UNFINISHED}`,
  ])
  return rows[0]?.exists ?? false
}

/** @throws StartError where a restore into this database did not come to its end */
export async function refuseUnfinished(client: pg.ClientBase): Promise<void> {
  if (await isUnfinished(client))
    throw new StartError(
      'A restore into this database didn’t finish, so data is missing. Run the restore again, or use a new database or DATA_DIR.',
    )
}

/** The same for a process that starts. @throws StartError */
export async function refuseUnfinishedRestore(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await refuseUnfinished(client).finally(() => client.end())
}
