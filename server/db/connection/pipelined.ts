import type { Writable } from 'node:stream'
import type { ConnectionProvider, DatabaseConnection, Kysely } from 'kysely'
import type pg from 'pg'

/**
 * Statements of a transaction that are asked for at once, as by `Promise.all`, travel at once and are answered in their order. By itself Kysely waits for
 * each answer before it sends the next. Where one fails, the database refuses those behind it.
 */
export function pipelineTransactions<T>(db: Kysely<T>): Kysely<T> {
  const executor = db.getExecutor()
  const share = executor.withConnectionProvider.bind(executor)
  // Kysely calls this for statements that share one connection: those of a transaction.
  Object.assign(executor, {
    withConnectionProvider: (provider: ConnectionProvider) => share(new SharedConnection(provider)),
  })
  return db
}

/** Lends the one connection to whoever asks, without waiting for whoever has it. */
class SharedConnection implements ConnectionProvider {
  readonly #provider: ConnectionProvider
  #connection: Promise<DatabaseConnection> | undefined

  constructor(provider: ConnectionProvider) {
    this.#provider = provider
  }
  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    this.#connection ??= this.#provider.provideConnection(async (connection) => connection)
    return consumer(await this.#connection)
  }
}

/** When all statements that were asked for until now are on their way, so that the next one comes after them. */
export const onTheirWay = (): Promise<void> => new Promise((done) => process.nextTick(done))

/**
 * Sends statements of a transaction together, in the order in which they stand, where nothing is waited for before each. Unlike `Promise.all`, it is over when all of
 * them are: a part that is undone then leaves nobody who goes on with it.
 * @throws what failed first
 */
export async function together<T extends readonly unknown[] | []>(
  parts: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  const failures: unknown[] = []
  await Promise.allSettled(parts.map((part) => Promise.resolve(part).catch((error: unknown) => failures.push(error))))
  if (failures.length > 0) throw failures[0]
  return Promise.all(parts)
}

/** From now on statements that are asked for at once are one write to the socket. */
export function writeTogether(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  let isWaiting = false
  Object.assign(client, {
    query: (...parameters: unknown[]) => {
      if (!isWaiting) {
        isWaiting = true
        stream.cork()
        process.nextTick(() => {
          isWaiting = false
          stream.uncork()
        })
      }
      return query(...parameters)
    },
  })
}
