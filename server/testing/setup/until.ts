/** Between two looks, in milliseconds: each look is work for the app and its database, beside what is waited for. */
const PAUSE = { first: 25, growth: 1.2, most: 75 }

/** Asks again until the answer is there. @throws when it does not come in time */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  ms = 20_000,
): Promise<T> {
  const end = Date.now() + ms
  for (let pause = PAUSE.first; ; pause = Math.min(pause * PAUSE.growth, PAUSE.most)) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
