import { join } from 'node:path'
import { sql } from 'kysely'
import { buildApp } from './app.ts'
import type { Services } from './context.ts'
import { startBackground } from './features/background.ts'
import { leaveSeats } from './features/integrations/quota/seats.ts'
import { type ServiceOptions, openServices } from './services.ts'

export interface RunningServer {
  url: string
  services: Services
  stop(): Promise<void>
}

/** Starts what this process's role asks for: HTTP, jobs, or both. @returns the address and how to stop within 10 seconds */
export async function startServer(o: ServiceOptions & { webRoot?: string }): Promise<RunningServer> {
  const { services, stop } = await openServices(o)
  const { config } = services
  const ready = async () => {
    const { rows } = await sql<{ ok: boolean }>`select to_regclass('jobs.job') is not null as ok`.execute(
      services.database.system,
    )
    return rows[0]?.ok === true
  }
  const undo = [stop]
  const stopAll = async () => {
    for (const step of undo.toReversed()) await step()
  }
  try {
    await leaveSeats(services)
    if (config.role !== 'api') {
      const background = await startBackground(services)
      undo.push(() => background.stop())
    }
    const { fastify } = await buildApp({
      services,
      webRoot: o.webRoot ?? join(import.meta.dirname, '../dist/web'),
      ready,
      healthOnly: config.role === 'worker',
    })
    undo.push(() => fastify.close())
    return { url: await fastify.listen({ port: config.port, host: config.host }), services, stop: stopAll }
  } catch (error) {
    // A port that is taken must not leave the database, the queue and their timers behind: the process could not end.
    await stopAll()
    throw error
  }
}
