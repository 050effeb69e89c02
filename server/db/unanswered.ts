import type pg from 'pg'

/** Nobody reads what they answer. */
const opening = /^(begin|savepoint \w+|release savepoint \w+)$/
const undoing = /^rollback\b/

type Query = (...asked: unknown[]) => Promise<unknown>

/**
 * From now on the connection does not wait for the answers of statements that begin and structure a transaction: they travel with the one that follows.
 * A transaction of three statements so takes four round trips instead of five. Should one fail, all that comes before the end of the transaction is refused.
 * The connection must be one that sends in pipelines.
 */
export function sendOpeningsAlong(client: pg.ClientBase): void {
  const query = client.query.bind(client) as unknown as Query
  let failure: unknown
  const send = (text: string) => {
    query(text).catch((error: unknown) => {
      failure = error
    })
    return Promise.resolve({ command: '', rowCount: null, oid: 0, fields: [], rows: [] })
  }
  Object.assign(client, {
    query: (...asked: unknown[]) => {
      const [text, values] = asked
      const plain =
        typeof text === 'string' &&
        asked.length <= 2 &&
        (values === undefined || (Array.isArray(values) && values.length === 0))
      // An opening right before may fail only now; what is undone or over leaves nothing to the next transaction.
      const over = () => query(text).finally(() => (failure = undefined))
      if (plain && undoing.test(text)) return over()
      if (failure !== undefined) return Promise.reject(failure)
      if (plain && text === 'commit') return over()
      return plain && opening.test(text) ? send(text) : query(...asked)
    },
  })
}
