import pg from 'pg'
import type { DatabaseConnection } from '../../db/connection/open-database.ts'

/** Reads the database beside the app. */
export interface Reader {
  /** @param text always the same */
  read<T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]>
  stop(): Promise<void>
}

/** A connection that plans each of its statements once: to plan a question about every table takes several times as long as its answer. */
export async function openReader({ pooler, ...direct }: DatabaseConnection): Promise<Reader> {
  const client = new pg.Client(pooler?.listening ?? direct)
  await client.connect()
  await client.query('set plan_cache_mode = force_generic_plan')
  const names = new Map<string, string>()
  return {
    read: async <T extends pg.QueryResultRow>(text: string, values: unknown[]) => {
      const name = names.get(text) ?? `reader_${names.size}`
      names.set(text, name)
      return (await client.query<T>({ name, text, values })).rows
    },
    stop: () => client.end(),
  }
}
