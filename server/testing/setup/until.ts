/** Asks again until the answer is there. @throws when it does not come in time */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  ms = 20_000,
): Promise<T> {
  for (const end = Date.now() + ms; ; ) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
