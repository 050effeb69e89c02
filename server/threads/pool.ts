import { availableParallelism } from 'node:os'
import type { Place } from '#domain/products/attributes/meter.ts'
import type { FromThread, Work } from './protocol.ts'
import { PoolThread } from './pool-thread.ts'

/** Metered work takes some 20 ms on a quiet machine: what takes a hundred times as long will not end soon. */
const DEADLINE_MS = 2000
/** A thread that nobody needs for so long is ended: each takes some 20 MB. */
const IDLE_MS = 60_000
const [LEAST_THREADS, MOST_THREADS] = [2, 4]

/** What became of an item: its result, or where it was when its thread had to be ended. */
export type Outcome<R> = { result: R } | { ended: 'late' | 'crashed'; at: Place | undefined }

export interface PoolOptions {
  threads?: number
  deadlineMs?: number
}

interface Waiting {
  organizationId: number
  batch: OpenBatch
  item: unknown
  settle: (outcome: Outcome<unknown>) => void
  fail: (error: Error) => void
}
interface OpenBatch {
  id: number
  url: string
  shared: unknown
}

/** Items of one kind of work that have something in common, which each thread is told once. */
export interface Batch<I, R> {
  run(item: I): Promise<Outcome<R>>
  end(): void
}

/**
 * Threads for what sellers write as a program. An item that passes its deadline is ended with its thread, which is replaced; all others go on.
 * Organizations take turns, and none has all threads at a time.
 */
export class ThreadPool {
  readonly #most: number
  readonly #deadlineMs: number
  readonly #threads = new Set<PoolThread>()
  readonly #working = new Map<PoolThread, Waiting>()
  /** By organization, in the order in which it is their turn. */
  readonly #queues = new Map<number, Waiting[]>()
  readonly #stopping = new Set<Promise<unknown>>()
  #batches = 0
  #closed = false

  constructor({ threads, deadlineMs = DEADLINE_MS }: PoolOptions = {}) {
    this.#most = threads ?? Math.min(MOST_THREADS, Math.max(LEAST_THREADS, availableParallelism() - 1))
    this.#deadlineMs = deadlineMs
  }

  get threads(): number {
    return this.#threads.size
  }

  batch<S, I, R>(organizationId: number, { url }: Work<S, I, R>, shared: S): Batch<I, R> {
    this.#batches += 1
    const batch: OpenBatch = { id: this.#batches, url, shared }
    return {
      run: (item) =>
        new Promise((settle, fail) => {
          const queue = this.#queues.get(organizationId) ?? []
          queue.push({ organizationId, batch, item, settle: settle as Waiting['settle'], fail })
          this.#queues.set(organizationId, queue)
          this.#next()
        }),
      end: () => {
        for (const thread of this.#threads) thread.forget(batch.id)
      },
    }
  }

  /** Ends all threads; what waits or runs is rejected. */
  async close(): Promise<void> {
    this.#closed = true
    const waiting = [...this.#working.values(), ...[...this.#queues.values()].flat()]
    this.#queues.clear()
    this.#working.clear()
    for (const thread of this.#threads) void this.#drop(thread)
    for (const { fail } of waiting) fail(new Error('The process is stopping.'))
    await Promise.all(this.#stopping)
  }

  #next(): void {
    if (this.#closed) return
    for (const [organizationId, queue] of this.#queues) {
      if (this.#runningOf(organizationId) >= Math.max(1, this.#most - 1)) continue
      const thread = this.#idle()
      if (!thread) return
      // Its turn comes again after all others.
      this.#queues.delete(organizationId)
      const [first, ...others] = queue
      if (others.length > 0) this.#queues.set(organizationId, others)
      if (first) this.#start(thread, first)
      return this.#next()
    }
  }

  #runningOf(organizationId: number): number {
    return [...this.#working.values()].filter((waiting) => waiting.organizationId === organizationId).length
  }

  #idle(): PoolThread | undefined {
    const idle = [...this.#threads].find((thread) => !this.#working.has(thread))
    if (idle || this.#threads.size >= this.#most) return idle
    const thread = new PoolThread({
      hear: (message) => this.#hear(thread, message),
      ended: (error) => this.#ended(thread, error),
    })
    this.#threads.add(thread)
    return thread
  }

  #start(thread: PoolThread, waiting: Waiting): void {
    this.#working.set(thread, waiting)
    try {
      thread.send(waiting.batch, waiting.item)
    } catch (error) {
      this.#working.delete(thread)
      waiting.fail(error as Error)
    }
  }

  #hear(thread: PoolThread, message: FromThread): void {
    if (!this.#threads.has(thread)) return
    if ('begun' in message) return thread.wait(this.#deadlineMs, () => this.#end(thread, 'late'))
    const waiting = this.#working.get(thread)
    this.#working.delete(thread)
    thread.rest(IDLE_MS, () => void this.#drop(thread))
    if ('error' in message) waiting?.fail(new Error(message.error))
    else waiting?.settle({ result: message.result })
    this.#next()
  }

  #end(thread: PoolThread, ended: 'late' | 'crashed'): void {
    const waiting = this.#working.get(thread)
    this.#working.delete(thread)
    // Where it was is read once it writes no more.
    void this.#drop(thread).then(() => waiting?.settle({ ended, at: thread.place() }), waiting?.fail)
    this.#next()
  }

  /** A thread ended by itself: out of memory it takes its item along, anything else is a fault of ours. */
  #ended(thread: PoolThread, error: (Error & { code?: string }) | undefined): void {
    if (!this.#threads.has(thread)) return
    if (error && error.code !== 'ERR_WORKER_OUT_OF_MEMORY') {
      this.#working.get(thread)?.fail(error)
      this.#working.delete(thread)
    }
    this.#end(thread, 'crashed')
  }

  #drop(thread: PoolThread): Promise<void> {
    this.#threads.delete(thread)
    const stopped = thread.stop().finally(() => this.#stopping.delete(stopped))
    this.#stopping.add(stopped)
    return stopped
  }
}
