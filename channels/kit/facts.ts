import type { z } from 'zod'

/**
 * Reads what a channel said of a category or an account once for all the listings that it is judged for: `read` answers the same for the same
 * object, which may not be changed afterwards.
 */
export function onceRead<Shape extends z.ZodType, Read>(
  shape: Shape,
  read: (known: z.output<Shape>) => Read,
): (input: unknown) => Read | undefined {
  const known = new WeakMap<object, { read: Read | undefined }>()
  return (input) => {
    if (typeof input !== 'object' || input === null) return undefined
    const before = known.get(input)
    if (before) return before.read
    const { data } = shape.safeParse(input)
    const now = { read: data === undefined ? undefined : read(data) }
    known.set(input, now)
    return now.read
  }
}
