import type pg from 'pg'
import { migrate } from '../../db/schema/migrate.ts'

/** A process that migrates the database of its only argument, for the test that starts several at once. */
await migrate(JSON.parse(process.argv[2] ?? '') as pg.PoolConfig)
