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
  submit(connection: Wire): Error | null
}
interface Wire {
  parse(o: { text: string }): void
  bind(o: object): void
  execute(o: object): void
  submittedNamedStatements: Record<string, string>
}
const Statement = pg.Query as unknown as new (...parameters: unknown[]) => Parts

/** A statement that travels in front of another one, and whose answer nobody reads. */
export interface Opening {
  /** With its values in it. */
  text: string
  /** The same as the connection has prepared it. */
  prepared?: { name: string; values: string[] }
}

/**
 * A statement and those that open it: `begin`, or what binds it to an organization. The database reads them as one. Any statement may be
 * cancelled; where that happens to an opening, the database passes over the statement, which else would run and be saved on its own. Without `begin`,
 * all of them are one transaction, so a setting for the transaction ends with the statement.
 */
class Opened extends Statement {
  private readonly openings: readonly Opening[]
  private waiting: number
  private statementName: string | undefined
  private submitted = false

  constructor(openings: readonly Opening[], parameters: readonly unknown[]) {
    super(...parameters)
    this.openings = openings
    this.waiting = openings.length
  }
  /** Whether the openings were carried out. */
  get isOpen(): boolean {
    return this.waiting === 0
  }
  override submit(connection: Wire): Error | null {
    if (!this.requiresPreparation()) this.text = [...this.openings.map(({ text }) => text), this.text].join('; ')
    return super.submit(connection)
  }
  override prepare(connection: Wire): void {
    this.submitted = !this.hasBeenParsed(connection)
    for (const { text, prepared } of this.openings) {
      if (!prepared) connection.parse({ text })
      connection.bind(prepared ? { statement: prepared.name, values: prepared.values } : {})
      connection.execute({})
    }
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
  override handleCommandComplete(answer: { text: string }, connection: Wire): void {
    if (this.isOpen) return super.handleCommandComplete(answer, connection)
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
 * @param binding opens each transaction, and each statement outside one, which is a transaction of its own
 */
export function sendOpeningsAlong(client: pg.ClientBase, binding?: () => Opening): void {
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
  const opened = (openings: readonly Opening[], parameters: readonly unknown[], refused?: (error: Error) => void) =>
    new Promise((done, fail) => {
      const statement = new Opened(openings, parameters)
      statement.callback = (error, result) => {
        if (!error) return done(result)
        if (!statement.isOpen) refused?.(error)
        fail(error)
      }
      void submit(statement)
    }).catch((error: Error) => {
      // As pg does: the stack of whoever asked, not the socket's.
      Error.captureStackTrace(error)
      throw error
    })
  const first = (begin: string, parameters: readonly unknown[]) =>
    opened([{ text: begin }, ...(binding ? [binding()] : [])], parameters, (error) => (failure = error))
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
      return bound ? opened([binding()], parameters) : query(...parameters)
    },
  })
}
