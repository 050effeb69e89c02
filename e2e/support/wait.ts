/** For `expect.poll`: how long a page may take on a busy machine. */
export const patience = { timeout: 30_000 }

/** Looks until `look` answers something true, and returns it. @param what for the message when the time is over */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false>,
  withinMs = 30_000,
): Promise<T> {
  const end = performance.now() + withinMs
  let last: unknown
  for (;;) {
    try {
      const result = await look()
      if (result) return result
      last = result
    } catch (error) {
      last = error
    }
    if (performance.now() > end)
      throw new Error(`Not within ${withinMs / 1000} s: ${what}${last instanceof Error ? ` (${last.message})` : ''}`)
    await new Promise((done) => setTimeout(done, 100))
  }
}
