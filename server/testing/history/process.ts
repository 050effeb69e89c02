import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { type BreakingDatabase, breakingDatabase } from '../setup/breaking.ts'
import { type TestApp, openApp } from '../setup/open-app.ts'

/** A server with a line of its own to the database. It stands for a process: where it dies, its line and all its connections are cut at once. */
export interface Process {
  app: TestApp
  line: BreakingDatabase
  port: number
  /** Ends at once, with whatever it was doing. */
  die(): Promise<void>
}

export async function startProcess(database: pg.PoolConfig): Promise<Process> {
  const line = await breakingDatabase(database)
  const app = await openApp({}, line.connection)
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as AddressInfo
  return {
    app,
    line,
    port,
    die: async () => {
      app.fastify.server.closeAllConnections()
      await line.stop()
      await app.stop()
    },
  }
}
