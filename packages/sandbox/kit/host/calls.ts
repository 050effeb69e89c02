/** One request that a simulator saw. */
export interface Call {
  at: string
  method: string
  /** With the channel's own prefix taken off. */
  path: string
  query: string
  /** null: never answered. */
  status: number | null
  ms: number
  body: string
  /** The kind of fault that struck it. */
  fault: string | null
}

const mostCalls = 1000
const longestBody = 100_000

/** The last thousand requests per channel, newest last. */
export class Calls {
  readonly #calls = new Map<string, Call[]>()

  add(channel: string, call: Call): void {
    const calls = this.#calls.get(channel) ?? []
    calls.push({ ...call, query: hideSecrets(call.query), body: hideSecrets(call.body).slice(0, longestBody) })
    if (calls.length > mostCalls) calls.shift()
    this.#calls.set(channel, calls)
  }
  of(channel: string): Call[] {
    return this.#calls.get(channel) ?? []
  }
  clear(): void {
    this.#calls.clear()
  }
}

const secrets = 'access_token|refresh_token|subject_token|client_secret|code|token|password|assertion'
const inForm = new RegExp(`(^|[?&])(${secrets})=[^&\\s]*`, 'gi')
const inJson = new RegExp(`("(?:${secrets})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi')

export const hideSecrets = (text: string): string => text.replace(inForm, '$1$2=***').replace(inJson, '$1"***"')
