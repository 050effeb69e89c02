import { z } from 'zod'

/** Something that a seller must have switched on at the channel, and whether it is. */
export const ReadinessItem = z.object({
  id: z.string(),
  /** `todo` keeps listings or orders from working; `advice` makes them work less well. */
  state: z.enum(['ok', 'todo', 'advice']),
  title: z.string(),
  /** What is the matter and what to do, as sentences; '' where all is well. */
  detail: z.string(),
  /** Where it is done on the channel. */
  url: z.string().optional(),
  /** Motto can do it: the button's words. */
  action: z.string().optional(),
})
export type ReadinessItem = z.output<typeof ReadinessItem>
