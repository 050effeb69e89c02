import { parentPort, workerData } from 'node:worker_threads'
import type pg from 'pg'
import { type Asked, startFloor } from '../kit/floor.ts'

/** A bare server on a thread of its own, as somebody's separate program would be. */
const { connection, requests } = workerData as { connection: pg.PoolConfig; requests: Asked[] }
const { url } = await startFloor(connection, requests)
parentPort?.postMessage(url)
