import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Slip } from '#domain/orders/slips/slip.ts'
import type { About } from './print.ts'

/**
 * Draws slips on a thread of its own: to read the fonts and to write those of a document takes hundreds of milliseconds at a stretch, in which this
 * thread would answer nobody.
 */
export class SlipDrawing {
  private readonly worker: Worker
  private failure: Error | undefined
  private chunks: Uint8Array[] = []
  private waiting = 0

  constructor(about: About) {
    this.worker = new Worker(new URL('./draw-thread.ts', import.meta.url), { workerData: about })
    this.worker.on('error', (error: Error) => (this.failure = error))
  }

  print(slip: Slip): Promise<void> {
    return this.ask(slip)
  }

  end(): Promise<void> {
    return this.ask(null)
  }

  /** @returns what was made and not taken yet, where it is so many bytes */
  take(least: number): Buffer | undefined {
    if (this.waiting < least || this.waiting === 0) return undefined
    const bytes = Buffer.concat(this.chunks)
    this.chunks = []
    this.waiting = 0
    return bytes
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }

  /** @throws what the thread threw */
  private async ask(slip: Slip | null): Promise<void> {
    if (this.failure) throw this.failure
    const answer = once(this.worker, 'message')
    this.worker.postMessage(slip)
    const [bytes] = (await answer) as [Uint8Array]
    this.chunks.push(bytes)
    this.waiting += bytes.length
  }
}
