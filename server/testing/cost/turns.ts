import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Runs on another thread: to send a large body, or to read a large answer, holds a loop as well. */
const client = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', async ({ url, ...init }) => {
    const answer = await fetch(url, init)
    await answer.arrayBuffer()
    parentPort.postMessage(answer.status)
  })
`

export interface Request {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

export interface Cost {
  status: number
  /** The longest time for which this thread's event loop did one thing, in milliseconds of its processor: what other processes do meanwhile does not count. */
  heldMs: number
}

export interface Meter {
  costOf(request: Request): Promise<Cost>
  stop(): Promise<unknown>
}

/** Sends requests to a server on this thread and tells how long each holds its event loop. */
export function openMeter(): Meter {
  const worker = new Worker(client, { eval: true })
  return {
    async costOf(request) {
      const turns = watchTurns()
      worker.postMessage(request)
      const [status] = (await once(worker, 'message')) as [number]
      return { status, heldMs: turns.end() }
    },
    stop: () => worker.terminate(),
  }
}

/** The longest time for which this thread's event loop does one thing meanwhile, in milliseconds of its processor. */
export async function heldWhile(work: () => Promise<unknown>): Promise<number> {
  const turns = watchTurns()
  await work()
  return turns.end()
}

/** Processor time of this thread since an earlier look, in milliseconds. */
const spentSince = ({ user, system }: NodeJS.CpuUsage) => {
  const now = process.threadCpuUsage()
  return (now.user - user + now.system - system) / 1000
}

/** Short turns between two looks count as one, so that a turn may seem somewhat longer than it was, and never shorter. */
const BETWEEN_LOOKS_MS = 1

function watchTurns() {
  let [longest, isOver] = [0, false]
  let before = process.threadCpuUsage()
  const turn = () => {
    longest = Math.max(longest, spentSince(before))
    before = process.threadCpuUsage()
    if (!isOver) next()
  }
  // A look at every turn of the loop would keep it turning without a pause, and would take longer than what is looked at.
  const next = () => setTimeout(turn, BETWEEN_LOOKS_MS)
  next()
  return {
    end() {
      isOver = true
      turn()
      return longest
    },
  }
}

const sample = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ id: n, name: `Name ${n}`, price: n / 100 })))
/** What `slowness` takes as 1: two quiet processors of 2026. */
const USUAL_MS = 10

/** How many times longer than usual this machine takes just now to read and write JSON; at least 1. */
export function slowness(): number {
  const before = process.threadCpuUsage()
  JSON.stringify(JSON.parse(sample))
  return Math.max(1, spentSince(before) / USUAL_MS)
}

/** How long one step may keep everybody else waiting, on a usual machine. */
const MOST_MS = 50
/** Memory is cleared at some time, and then in somebody's turn: what is too long once is looked at again. */
const TRIES = 3
/** The longest turn of each step, in milliseconds. */
export type Turns = Record<string, number>

/** Takes some steps, and again while one of them is too long. @returns the steps that were too long in every try */
export async function tooLong(steps: () => Promise<Turns>): Promise<string[]> {
  let least: Turns = {}
  for (let tries = 0; tries < TRIES; tries += 1) {
    const slow = tries === 0 ? 1 : slowness()
    const turns = await steps()
    least = Object.fromEntries(
      Object.entries(turns).map(([step, ms]) => [step, Math.min(least[step] ?? Infinity, ms / slow)]),
    )
    if (Object.values(least).every((ms) => ms <= MOST_MS)) return []
  }
  return Object.entries(least).flatMap(([step, ms]) => (ms > MOST_MS ? [`${step}: ${ms.toFixed(0)} ms`] : []))
}
