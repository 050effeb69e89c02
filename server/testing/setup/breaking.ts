import net from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'

/** What becomes of the next `commit`: the database never reads it, or it does and its answer is lost. */
export type Fate = 'unsent' | 'unanswered'

export interface BreakingDatabase {
  /** Leads through a line that can be broken. */
  connection: pg.PoolConfig
  /** Breaks the connection that commits next. `down`: and all others, until it is mended. @param after so many commits that pass before it */
  breakNextCommit(fate: Fate, down?: 'down', after?: number): void
  /** Breaks all connections and lets none through, until it is mended. */
  down(): void
  mend(): void
  /** Breaks all connections, wherever they are. */
  cut(): void
  stop(): Promise<void>
}

/** The message of the wire protocol for the simple query `commit`: its type, its length and its text. */
const COMMIT = Buffer.concat([Buffer.from('Q'), Buffer.from([0, 0, 0, 11]), Buffer.from('commit\0')])

/** A line to a database of a test that breaks exactly when a transaction is committed. */
export async function breakingDatabase(database: pg.PoolConfig): Promise<BreakingDatabase> {
  let fate: Fate | undefined
  let goesDown = false
  let passing = 0
  let isDown = false
  const sockets = new Set<net.Socket>()
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = net.createServer((client) => {
    if (isDown) return void client.destroy()
    const upstream = net.connect(join(String(database.host), `.s.PGSQL.${database.port}`))
    const end = () => {
      client.destroy()
      upstream.destroy()
      if (isDown) breakAll()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    let muted = false
    client.on('data', (data) => {
      if (fate === undefined || !data.includes(COMMIT)) return void upstream.write(data)
      if (passing > 0) {
        passing -= 1
        return void upstream.write(data)
      }
      const chosen = fate
      fate = undefined
      isDown = goesDown
      if (chosen === 'unsent') return end()
      muted = true
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (!muted) client.write(data)
      // Answers of statements before it may come first.
      else if (data.includes('COMMIT\0')) end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return {
    connection: { ...database, host: '127.0.0.1', port },
    breakNextCommit: (chosen, down, after = 0) => {
      fate = chosen
      passing = after
      goesDown = down !== undefined
    },
    down: () => {
      isDown = true
      breakAll()
    },
    mend: () => {
      isDown = false
      fate = undefined
    },
    cut: breakAll,
    stop: async () => {
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
