/** PostgreSQL is going down, not yet up or full, or has ended an idle session (appendix A of its manual); class 08 is a broken connection. */
const states = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53300'])
/** What a socket to the database says when it breaks. */
const sockets = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'ENOTCONN', 'ERR_STREAM_DESTROYED'])
/** `pg` refuses a statement for a connection that it knows to be broken: nothing was sent. */
const UNSENT = /is not queryable$/
const BROKEN =
  /^(?:Connection terminated|timeout exceeded when trying to connect)|is not currently accepting connections$/

/** A transaction was to be committed, and the connection broke before the database answered: it may be saved or not. */
export class CommitLost extends Error {
  constructor(cause: unknown) {
    super('The connection to the database broke during a commit.', { cause })
    this.name = 'CommitLost'
  }
}

/** Whether the database cannot be reached just now. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string' && (states.has(code) || sockets.has(code) || /^08\w{3}$/.test(code))) return true
  return syscall === 'connect' || UNSENT.test(error.message) || BROKEN.test(error.message)
}

/** Whether a connection broke after a statement was sent over it, so that the database may have carried it out. */
export const isBroken = (error: unknown): boolean => isAway(error) && !UNSENT.test((error as Error).message)
