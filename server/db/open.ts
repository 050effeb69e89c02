import type pg from 'pg'

/** A database to work with. Nothing above this knows which of the two it is. */
export interface OpenDatabase {
  connection: pg.PoolConfig
  stop(): Promise<void>
}

/** The database of the settings: the one that DATABASE_URL names, else the embedded one, started. @throws StartError */
export async function openDatabase(o: { databaseUrl: string | undefined; dataDir: string; log: (line: string) => void }): Promise<OpenDatabase> {
  if (o.databaseUrl) return { connection: { connectionString: o.databaseUrl }, stop: async () => {} }
  const { startEmbedded } = await import('./embedded.ts')
  return startEmbedded(o)
}
