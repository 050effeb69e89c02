/** Lets so many work at the same time; the others wait for their turn. */
export function places(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let working = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (working >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else working += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // A place that is handed on stays taken.
      if (next) next()
      else working -= 1
    }
  }
}
