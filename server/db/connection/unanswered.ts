import pg from 'pg'
import { CommitLost, isBroken } from './away.ts'

const beginsTransaction = /^(?:begin|start transaction)\b/
/** Nobody reads what they answer. */
const structuring = /^(savepoint \w+|release savepoint \w+)$/
const undoing = /^rollback\b/
/** A statement was refused as one before it in its transaction had failed. */
const BEHIND_FAILED = '25P02'
/** Settings of the connection, which a transaction neither needs nor ends. */
const connectionSetting = /^(?:set|reset) plan_cache_mode\b/

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
  handleRowDescription(description: object): void
  handleDataRow(row: object): void
  handleCommandComplete(answer: { text: string }, connection: Wire): void
  handleError(error: Error, connection: Wire): void
  _getRows(connection: Wire): void
}
interface Wire {
  parse(o: { text: string }): void
  bind(o: object): void
  execute(o: object): void
  sync(): void
  submittedNamedStatements: Record<string, string>
}
function sendAlong(connection: Wire, text: string): void {
  connection.parse({ text })
  connection.bind({})
  connection.execute({})
}
const Statement = pg.Query as unknown as new (...parameters: unknown[]) => Parts

/**
 * A statement and those that travel in front of it: `begin`, and what binds it to an organization. Nobody reads their answers. The database gets all of
 * them in one go, but each as a message of its own: with several nodes, the text of a setting is repeated there whole. Any statement may be
 * cancelled; where that happens to an opening, the database passes over all that follow, which else would run and be saved on their own.
 */
class Opened extends Statement {
  private readonly openings: readonly string[]
  private readonly closing: string | undefined
  private waiting: number
  private isDone = false
  private statementName: string | undefined
  private submitted = false

  /** @param closing travels behind it: `commit`, where it is the only statement of its transaction */
  constructor(openings: readonly string[], parameters: readonly unknown[], closing?: string) {
    super(...parameters)
    this.openings = openings
    this.closing = closing
    this.waiting = openings.length
  }
  override requiresPreparation(): boolean {
    return true
  }
  /** Whether the openings were carried out. */
  get isOpen(): boolean {
    return this.waiting === 0
  }
  override prepare(connection: Wire): void {
    this.submitted = !this.hasBeenParsed(connection)
    for (const text of this.openings) sendAlong(connection, text)
    super.prepare(connection)
    // The first texts that the database says to have read are openings; the connection notes them under the name of the query.
    this.statementName = this.name
    this.name = undefined
  }
  override handleRowDescription(description: object): void {
    if (this.isOpen) super.handleRowDescription(description)
  }
  override handleDataRow(row: object): void {
    if (this.isOpen) super.handleDataRow(row)
  }
  override _getRows(connection: Wire): void {
    connection.execute({})
    if (this.closing) sendAlong(connection, this.closing)
    connection.sync()
  }
  override handleCommandComplete(answer: { text: string }, connection: Wire): void {
    if (this.isDone) return
    if (this.isOpen) {
      this.isDone = true
      return super.handleCommandComplete(answer, connection)
    }
    this.waiting -= 1
    if (this.isOpen) this.name = this.statementName
  }
  override handleError(error: Error, connection: Wire): void {
    if (!this.isOpen && this.submitted && this.statementName)
      delete connection.submittedNamedStatements[this.statementName]
    super.handleError(error, connection)
  }
}

/**
 * From now on the connection does not wait for the answers of statements that begin and structure a transaction: they travel with the one that follows.
 * A transaction of three statements so takes four round trips instead of five. Should one fail, all that comes before the end of the transaction is refused.
 * The connection must be one that sends in pipelines.
 * @param binding opens each transaction, and each statement outside one, which becomes a transaction of its own
 */
export function sendOpeningsAlong(client: pg.ClientBase, binding?: () => readonly string[]): void {
  const submit = client.query.bind(client) as unknown as Query
  /** What failed first in the transaction: statements that travelled behind it fail with this, too, which tells why. */
  let cause: unknown
  const explained = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if ((error as { code?: unknown }).code === BEHIND_FAILED && cause !== undefined) throw cause
      if (isInside) cause ??= error
      throw error
    })
  const query: Query = (...parameters) => explained(submit(...parameters))
  let failure: unknown
  let lost: CommitLost | undefined
  let beginning: string | undefined
  let isInside = false
  const forget = () => {
    failure = undefined
    cause = undefined
  }
  const nothing = (command: string) => Promise.resolve({ command, rowCount: null, oid: 0, fields: [], rows: [] })
  const send = (text: string) => {
    query(text).catch((error: unknown) => {
      failure = error
    })
    return nothing('')
  }
  const opened = (
    openings: readonly string[],
    parameters: readonly unknown[],
    o: { refused?: (error: Error) => void; closing?: string } = {},
  ) =>
    new Promise((done, fail) => {
      const statement = new Opened(openings, parameters, o.closing)
      statement.callback = (error, result) => {
        if (!error) return done(result)
        if (!statement.isOpen) o.refused?.(error)
        // The database has passed over the commit. Whoever has the connection next must not be in this transaction.
        if (o.closing) submit('rollback').catch(() => undefined)
        fail(error)
      }
      void submit(statement)
    }).catch((error: Error) => {
      // As pg does: the stack of whoever asked, not the socket's.
      Error.captureStackTrace(error)
      throw error
    })
  const first = (begin: string, parameters: readonly unknown[]) =>
    opened([begin, ...(binding?.() ?? [])], parameters, { refused: (error) => (failure = error) })
  Object.assign(client, {
    query: (...parameters: unknown[]) => {
      const [text, values] = parameters
      const plain =
        typeof text === 'string' &&
        parameters.length <= 2 &&
        (values === undefined || (Array.isArray(values) && values.length === 0))
      // An opening right before may fail only now; what is undone or over leaves nothing to the next transaction.
      const over = () => {
        isInside = false
        return query(text).finally(forget)
      }
      if (plain && beginsTransaction.test(text)) {
        beginning = text
        cause = undefined
        return nothing('BEGIN')
      }
      if (beginning !== undefined) {
        const begin = beginning
        beginning = undefined
        if (plain && (text === 'commit' || text === 'rollback')) return nothing(text.toUpperCase())
        isInside = true
        return explained(first(begin, parameters))
      }
      // Whoever undoes what may be saved is not told that it was undone.
      if (plain && undoing.test(text)) {
        if (lost) return Promise.reject(lost)
        return text === 'rollback' ? over() : query(text).finally(forget)
      }
      if (failure !== undefined) return Promise.reject(failure)
      if (plain && text === 'commit')
        return over().catch((error: unknown) => {
          if (!isBroken(error)) throw error
          lost = new CommitLost(error)
          throw lost
        })
      if (plain && structuring.test(text)) return send(text)
      const bound = binding && !isInside && !(plain && connectionSetting.test(text))
      return bound ? opened(['begin', ...binding()], parameters, { closing: 'commit' }) : query(...parameters)
    },
  })
}
