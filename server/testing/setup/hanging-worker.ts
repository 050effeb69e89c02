import pg from 'pg'
import { openQueue } from '../../jobs/queue.ts'

/**
 * A worker process for the test that kills it: takes a job of `mail.send`, says so, and never finishes it.
 * Its only argument is the connection as JSON.
 */
const connection = JSON.parse(process.argv[2] ?? '') as pg.PoolConfig
const ignore = () => undefined
const queue = await openQueue(connection, true, { debug: ignore, info: ignore, warn: ignore, error: ignore })
await queue.boss.work('mail.send', { pollingIntervalSeconds: 0.5 }, async ([job]) => {
  console.log(`took ${job?.id}`)
  await new Promise(ignore)
})
