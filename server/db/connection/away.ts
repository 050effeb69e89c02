/** PostgreSQL is going down, not yet up or full (appendix A of its manual); class 08 is a broken connection. */
const states = new Set(['57P01', '57P02', '57P03', '53300'])

/** Whether the database cannot be reached just now. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string' && (states.has(code) || /^08\w{3}$/.test(code))) return true
  return (
    syscall === 'connect' ||
    /^(?:Connection terminated|timeout exceeded when trying to connect)|is not currently accepting connections$/.test(
      error.message,
    )
  )
}
