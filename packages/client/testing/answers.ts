import { vi } from 'vitest'
import { type ClientOptions, createClient } from '../index.ts'

export type Answer = Response | Error | ((request: Sent) => Response)
export interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body: unknown
  signal: AbortSignal | null | undefined
}

export const ok = (data: unknown) => Response.json({ success: true, data, message: 'OK' })
export const failure = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ success: false, data: null, message: `Sentence of ${code}.`, code, ...more }, { status, headers })
export const lost = () => new TypeError('fetch failed')

/** A client whose requests get these answers, one after the other. */
export function clientWith(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const send = vi.fn<typeof fetch>((url, init) => {
    const request: Sent = {
      url: String(url),
      method: init?.method ?? 'GET',
      headers: init?.headers as Record<string, string>,
      body: init?.body,
      signal: init?.signal,
    }
    sent.push(request)
    const answer = answers.shift() ?? new Error('No more answers.')
    if (answer instanceof Error) return Promise.reject(answer)
    return Promise.resolve(answer instanceof Response ? answer : answer(request))
  })
  const motto = createClient({ url: 'https://motto.example.com/', token: 'motto_pat_x', fetch: send, ...options })
  return { motto, sent }
}
