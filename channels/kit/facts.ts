import type { z } from 'zod'

/**
 * Reads what a channel said of a category or an account once for all the listings that it is judged for: `read` answers the same for the same
 * object, which may not be changed afterwards.
 */
export function onceRead<Shape extends z.ZodType, Read>(
  shape: Shape,
  read: (known: z.output<Shape>) => Read,
): (given: unknown) => Read | undefined {
  const known = new WeakMap<object, { read: Read | undefined }>()
  return (given) => {
    if (typeof given !== 'object' || given === null) return undefined
    const before = known.get(given)
    if (before) return before.read
    const { data } = shape.safeParse(given)
    const now = { read: data === undefined ? undefined : read(data) }
    known.set(given, now)
    return now.read
  }
}
