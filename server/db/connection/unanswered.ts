import pg from 'pg'
import { CommitLost, isBroken } from './away.ts'

/** Nobody reads what they answer. */
const opening = /^(savepoint \w+|release savepoint \w+)$/
const undoing = /^rollback\b/

type Query = (...parameters: unknown[]) => Promise<unknown>
type Done = (error: Error | null, result: unknown) => void

/** What a query of `pg` has besides what its types tell. */
interface Parts {
  text: string
  name: string | undefined
  callback: Done
  requiresPreparation(): boolean
  hasBeenParsed(connection: Wire): unknown
  prepare(connection: Wire): void
  handleCommandComplete(answer: { text: string }, connection: Wire): void
  handleError(error: Error, connection: Wire): void
  submit(connection: Wire): Error | null
}
interface Wire {
  parse(o: { text: string }): void
  bind(o: object): void
  execute(o: object): void
  submittedNamedStatements: Record<string, string>
}
const Statement = pg.Query as unknown as new (...parameters: unknown[]) => Parts

/**
 * The first statement of a transaction, and `begin` in front of it. The database reads them as one: where `begin` fails (it may be cancelled, as any
 * statement), it passes over the statement, which would else be carried out, and kept, by itself.
 */
class First extends Statement {
  begun = false
  private kept: string | undefined
  private submitted = false

  override submit(connection: Wire): Error | null {
    if (!this.requiresPreparation()) this.text = `begin; ${this.text}`
    return super.submit(connection)
  }
  override prepare(connection: Wire): void {
    this.submitted = !this.hasBeenParsed(connection)
    connection.parse({ text: 'begin' })
    connection.bind({})
    connection.execute({})
    super.prepare(connection)
    // The first text that the database says to have read is `begin`; the connection notes it under the name of the query.
    this.kept = this.name
    this.name = undefined
  }
  override handleCommandComplete(answer: { text: string }, connection: Wire): void {
    if (this.begun) return super.handleCommandComplete(answer, connection)
    this.begun = true
    this.name = this.kept
  }
  override handleError(error: Error, connection: Wire): void {
    if (!this.begun && this.submitted && this.kept) delete connection.submittedNamedStatements[this.kept]
    super.handleError(error, connection)
  }
}

/**
 * From now on the connection does not wait for the answers of statements that begin and structure a transaction: they travel with the one that follows.
 * A transaction of three statements so takes four round trips instead of five. Should one fail, all that comes before the end of the transaction is refused.
 * The connection must be one that sends in pipelines.
 */
export function sendOpeningsAlong(client: pg.ClientBase): void {
  const query = client.query.bind(client) as unknown as Query
  let failure: unknown
  let lost: CommitLost | undefined
  let begins = false
  const nothing = (command: string) => Promise.resolve({ command, rowCount: null, oid: 0, fields: [], rows: [] })
  const send = (text: string) => {
    query(text).catch((error: unknown) => {
      failure = error
    })
    return nothing('')
  }
  const first = (parameters: unknown[]) =>
    new Promise((done, fail) => {
      const statement = new First(...parameters)
      statement.callback = (error, result) => {
        if (!error) return done(result)
        if (!statement.begun) failure = error
        fail(error)
      }
      void query(statement)
    }).catch((error: Error) => {
      // As pg does: the stack of whoever asked, not the socket's.
      Error.captureStackTrace(error)
      throw error
    })
  Object.assign(client, {
    query: (...parameters: unknown[]) => {
      const [text, values] = parameters
      const plain =
        typeof text === 'string' &&
        parameters.length <= 2 &&
        (values === undefined || (Array.isArray(values) && values.length === 0))
      // An opening right before may fail only now; what is undone or over leaves nothing to the next transaction.
      const over = () => query(text).finally(() => (failure = undefined))
      if (plain && text === 'begin') {
        begins = true
        return nothing('BEGIN')
      }
      if (begins) {
        begins = false
        return plain && (text === 'commit' || text === 'rollback') ? nothing(text.toUpperCase()) : first(parameters)
      }
      // Whoever undoes what may be saved is not told that it was undone.
      if (plain && undoing.test(text)) return lost ? Promise.reject(lost) : over()
      if (failure !== undefined) return Promise.reject(failure)
      if (plain && text === 'commit')
        return over().catch((error: unknown) => {
          if (!isBroken(error)) throw error
          lost = new CommitLost(error)
          throw lost
        })
      return plain && opening.test(text) ? send(text) : query(...parameters)
    },
  })
}
