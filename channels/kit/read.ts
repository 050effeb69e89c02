import type { z } from 'zod'
import { ChannelError } from '../channel.ts'

/** What a channel answered, in the shape we know. @throws ChannelError `unavailable`, naming the first field that differs */
export function readAs<S extends z.ZodType>(channel: string, shape: S, body: unknown, maybeDone = false): z.output<S> {
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') || 'its start'
  throw new ChannelError('unavailable', `${channel} returned something unexpected at ${where}.`, {
    maybeDone,
    cause: parsed.error,
  })
}
