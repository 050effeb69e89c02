import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { temporaryFolder } from '#server/testing/setup/memory.ts'
import { type Motto, freePort, startMotto } from './motto.ts'
import type { Running } from './running.ts'
import { urlOf } from './stage.ts'

export interface Many extends Running {
  apis: Motto[]
  workers: Motto[]
}

/** Two `api` and two `worker` processes that share nothing but one PostgreSQL, which is empty, behind one address. */
export async function startMany(): Promise<Many> {
  const dir = temporaryFolder()
  const database = await startEmbedded({ dataDir: join(dir, 'database'), log: () => undefined })
  const publicPort = String(await freePort())
  const dataDir = join(dir, 'shared')
  const shared = {
    DATABASE_URL: urlOf(database),
    SANDBOX_PORT: String(await freePort()),
    SECRET_KEY: 'shared-by-all-processes-0123456789abcdef',
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://localhost:${publicPort}`,
  }
  // The first two at the same time: one of them migrates, the other waits.
  const [api, worker] = await Promise.all([
    startMotto({ ...shared, ROLE: 'api', PORT: publicPort }),
    startMotto({ ...shared, ROLE: 'worker', PORT: String(await freePort()) }),
  ])
  const [otherApi, otherWorker] = await Promise.all([
    startMotto({ ...shared, ROLE: 'api', PORT: String(await freePort()) }),
    startMotto({ ...shared, ROLE: 'worker', PORT: String(await freePort()) }),
  ])
  return {
    url: api.url,
    dataDir,
    sandboxUrl: api.sandboxUrl,
    apis: [api, otherApi],
    workers: [worker, otherWorker],
    stop: async () => {
      for (const process of [otherWorker, worker, otherApi, api]) await process.stop()
      await database.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
