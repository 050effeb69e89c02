import { Worker } from 'node:worker_threads'
import type { Place } from '#domain/products/attributes/meter.ts'
import type { FromThread } from './protocol.ts'
import { makeSlate, readPlace } from './slate.ts'

/** More than any product with its rules; a thread that needs more ends, and the process goes on. */
const MOST_MEGABYTES = 256

/** One thread of the pool. It keeps no process alive that has nothing else to do. */
export class PoolThread {
  readonly #slate = makeSlate()
  readonly #worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: this.#slate,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  /** Batches whose common part it knows. */
  readonly #knows = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #last: NodeJS.Immediate | undefined

  constructor(owner: { hear: (message: FromThread) => void; ended: (error?: Error) => void }) {
    this.#worker.on('message', owner.hear)
    this.#worker.on('error', (error: Error) => owner.ended(error))
    this.#worker.on('exit', () => owner.ended())
    this.#worker.unref()
  }

  /** @throws DataCloneError */
  send(batch: { id: number; url: string; shared: unknown }, item: unknown): void {
    this.#stopWaiting()
    const { id, url, shared } = batch
    const start = this.#knows.has(id) ? undefined : { url, shared }
    this.#worker.postMessage({ batch: id, item, start })
    this.#worker.ref()
    this.#knows.add(id)
  }

  forget(batch: number): void {
    if (this.#knows.delete(batch)) this.#worker.postMessage({ over: batch })
  }

  /** Has nothing to do; does something unless it has before. */
  rest(ms: number, then: () => void): void {
    this.#worker.unref()
    this.wait(ms, then)
  }

  /** Does something unless another message comes first; one that came while this process did something else is heard before. */
  wait(ms: number, then: () => void): void {
    this.#stopWaiting()
    this.#timer = setTimeout(() => (this.#last = setImmediate(then)), ms).unref()
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#last)
  }

  /** What it is at, or was at when it ended. */
  place(): Place | undefined {
    return readPlace(this.#slate)
  }

  async stop(): Promise<void> {
    this.#stopWaiting()
    await this.#worker.terminate()
  }
}
