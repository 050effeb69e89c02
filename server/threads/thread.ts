import { parentPort, workerData } from 'node:worker_threads'
import { Meter, type Place } from '#domain/products/attributes/meter.ts'
import type { FromThread, ToThread, Work } from './protocol.ts'
import { writePlace } from './slate.ts'

/* What runs on a thread of `pool.ts`: loads the work that it is asked for, and answers one item after the other. */

const slate = workerData as SharedArrayBuffer
const say = (message: FromThread) => parentPort?.postMessage(message)

/** Notes each rule and field, so that its owner knows where it was when it had to end it. */
class WatchedMeter extends Meter {
  override enter(place: Place): void {
    writePlace(slate, place)
  }
}

const working = new Map<number, (item: unknown, meter: Meter) => unknown>()

parentPort?.on('message', async (message: ToThread) => {
  if ('over' in message) return working.delete(message.over)
  const { batch, start, item } = message
  if (start) {
    const { work } = (await import(start.url)) as { work: Work<unknown, unknown, unknown> }
    working.set(batch, work.begin(start.shared))
  }
  writePlace(slate, undefined)
  say({ begun: true })
  try {
    say({ result: await working.get(batch)?.(item, new WatchedMeter()) })
  } catch (error) {
    say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
