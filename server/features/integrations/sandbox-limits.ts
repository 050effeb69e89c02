import { z } from 'zod'
import type { Services } from '../../context.ts'

/** It is on this machine, and answers at once or not at all. */
const PATIENCE_MS = 1000

const Said = z.object({ ahead: z.number(), lifts: z.number() })
const heard = new WeakMap<Services['database'], string>()

/** Whether the sandbox's clock was moved, or its limits lifted, since this process asked last; also when it asks first: who starts the sandbox anew lifts them, too. */
export async function wasLifted({ config, database, log }: Services): Promise<boolean> {
  if (config.channelMode !== 'sandbox') return false
  const response = await fetch(`http://127.0.0.1:${config.sandboxPort}/_sandbox/clock`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
    .then((answer) => answer.json())
    .catch((error: unknown) => log.debug({ err: error }, 'the sandbox did not tell its time'))
  const { data } = Said.safeParse(response)
  const now = JSON.stringify(data)
  if (!data || heard.get(database) === now) return false
  heard.set(database, now)
  return true
}
