import { Agent, type IncomingMessage } from 'node:http'
import { Agent as SafeAgent } from 'node:https'
import { ask, type Guard, OutgoingError, pinned, readAddress } from './outgoing.ts'

export interface Posted {
  /** Null where nothing was answered. */
  status: number | null
  /** The beginning of the answer, or why there is none. */
  answer: string
  retryAfterSeconds: number | undefined
}
/** Connections that several requests share, one after the other. Each leads to an address that was checked when it was opened. */
export interface Connections {
  agentFor(url: URL): Agent
  close(): void
}
/** @param most to one host */
export function keepConnections(most: number): Connections {
  const options = { keepAlive: true, maxSockets: most }
  const [plain, safe] = [new Agent(options), new SafeAgent(options)]
  return {
    agentFor: ({ protocol }) => (protocol === 'https:' ? safe : plain),
    close: () => [plain, safe].forEach((agent) => agent.destroy()),
  }
}

interface Post {
  guard: Guard
  headers: Record<string, string>
  body: Buffer
  /** For everything together. */
  timeoutMs: number
  /** Of the answer, in bytes; the rest is not read. */
  maxBytes: number
  connections?: Connections | undefined
}

/** Sends a body to an address that a user gave, over the very address that was checked. A redirect is an answer like any other. */
export async function postOutside(
  address: string,
  { guard, headers, body, timeoutMs, maxBytes, connections }: Post,
): Promise<Posted> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const url = readAddress(address)
    const message = await ask(url, await pinned(url, guard), signal, {
      method: 'POST',
      headers,
      body,
      ...(connections && { agent: connections.agentFor(url) }),
    })
    const retryAfterSeconds = readRetryAfter(message)
    return { status: message.statusCode ?? null, answer: await readStart(message, maxBytes), retryAfterSeconds }
  } catch (error) {
    return { status: null, answer: sentenceOf(error, signal), retryAfterSeconds: undefined }
  }
}

function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof OutgoingError) return error.message
  return signal.aborted
    ? 'The receiver took too long to answer.'
    : `The receiver could not be reached (${codeOf(error)}).`
}
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'no connection'

function readRetryAfter({ headers }: IncomingMessage): number | undefined {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

async function readStart(message: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of message as AsyncIterable<Buffer>) {
      parts.push(part)
      bytes += part.length
      if (bytes >= maxBytes) break
    }
  } catch (error) {
    // The status counts. An answer that breaks off, or never ends, is kept as far as it came.
    if (!message.destroyed) throw error
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8')
}
