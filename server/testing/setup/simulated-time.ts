import pg from 'pg'
import type { Services } from '../../context.ts'

const schema = `
create schema simulated;
create table simulated.time (at timestamptz not null);
insert into simulated.time values (pg_catalog.now());
create function simulated.now() returns timestamptz language sql stable as 'select at from simulated.time';
create function simulated.clock_timestamp() returns timestamptz language sql volatile as 'select at from simulated.time';
grant usage on schema simulated to public;
grant select on simulated.time to public;
`

/** A time that stands still unless it is moved, for the database and the process alike. */
export interface SimulatedTime {
  /** Milliseconds. */
  now(): number
  advance(seconds: number): Promise<void>
  /** From here on a process lives in it. */
  rule(services: Services): void
  stop(): Promise<void>
}

/** @param connection to a database that nobody has opened yet: its time is found before PostgreSQL's own by whoever connects from here on */
export async function simulatedTime(connection: pg.PoolConfig): Promise<SimulatedTime> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(schema)
  await client.query(`alter database ${connection.database} set search_path = simulated, public, pg_catalog`)
  const { rows } = await client.query<{ at: Date }>('select at from simulated.time')
  let at = rows[0]?.at.getTime() ?? 0
  /** One after the other. */
  let telling: Promise<unknown> = Promise.resolve()
  return {
    now: () => at,
    advance: async (seconds) => {
      at += seconds * 1000
      telling = telling.then(() => client.query('update simulated.time set at = $1', [new Date(at)]))
      await telling
    },
    rule: (services) => {
      services.clock = { ...services.clock, now: () => new Date(at) }
    },
    stop: () => client.end(),
  }
}
