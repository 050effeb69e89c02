import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Call {
  url: string
  /** Posted as JSON; without it the address is read. */
  body?: string
  headers?: Record<string, string>
}
/** Sides that are asked in turn, or calls of which so many are sent at once. */
export type Question = { rounds: number; sides: Call[][] } | { callers: number; calls: Call[] }

export interface Caller {
  inTurn(rounds: number, ...sides: Call[][]): Promise<{ p50: number; p95: number }[]>
  /** @returns requests per second */
  atOnce(callers: number, calls: Call[]): Promise<number>
  stop(): Promise<unknown>
}

export function openCaller(): Caller {
  const thread = new Worker(new URL('./caller-thread.ts', import.meta.url))
  const ask = async <T>(question: Question): Promise<T> => {
    thread.postMessage(question)
    const [answer] = (await once(thread, 'message')) as [T]
    return answer
  }
  return {
    inTurn: (rounds, ...sides) => ask({ rounds, sides }),
    atOnce: (callers, calls) => ask({ callers, calls }),
    stop: () => thread.terminate(),
  }
}
