import http from 'node:http'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { addressOf } from '../address.ts'

/** What a person hears of a write: `status` 0 where no answer came. */
export interface Heard {
  status: number
  code?: string
  data?: unknown
}
export interface Sent {
  endpoint: AnyEndpoint
  params?: object | undefined
  query?: object | undefined
  body?: object | undefined
  /** Instead of a body: a form with a file. */
  form?: Form | undefined
  key: string
  cookie: string
}
export interface Form {
  contentType: string
  payload: string
}

/** Nobody waits longer for an answer. */
const MOST_MS = 45_000

/**
 * Sends a write.
 * @param hangsUp as soon as it is sent, whatever the server makes of it
 * @param agent whose connections it shares; without one, it has a connection of its own
 */
export function send(port: number, sent: Sent, hangsUp: boolean, agent: http.Agent | false = false): Promise<Heard> {
  const { endpoint, params, query, body, form, key, cookie } = sent
  const type = form ? form.contentType : body && 'application/json'
  return new Promise((resolve) => {
    const request = http.request({
      port,
      host: '127.0.0.1',
      agent,
      method: endpoint.method,
      path: addressOf(endpoint, { params, query }),
      headers: { ...(type && { 'content-type': type }), 'idempotency-key': key, cookie },
    })
    request.setTimeout(MOST_MS, () => request.destroy(new Error('no answer')))
    request.on('error', () => resolve({ status: 0 }))
    request.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', () => resolve({ status: 0 }))
      response.on('end', () => {
        const { code, data } = JSON.parse(Buffer.concat(parts).toString()) as Omit<Heard, 'status'>
        resolve({ status: response.statusCode ?? 0, ...(code && { code }), data })
      })
    })
    request.end(form ? form.payload : JSON.stringify(body), () => {
      if (hangsUp) setImmediate(() => request.destroy(new Error('hung up')))
    })
  })
}

/** What a person knows of a write by its last answer. */
export type Knows = 'saved' | 'not saved' | 'unknown'

export function knows({ status, code }: Heard): Knows {
  if (status === 200) return 'saved'
  if (status === 0 || code === 'outcome_unknown' || code === 'request_running') return 'unknown'
  return 'not saved'
}

/** Say nothing of an earlier try: the database is away, or the channel, which may have what it was told then. */
const unsure = ['unavailable', 'channel_unavailable']

/** What a person knows of a write by all answers: "nothing was saved" of a repeat says nothing of an earlier try whose answer never came. */
export function outcomeOf(heard: readonly Heard[]): Knows {
  const last = heard.at(-1) ?? { status: 0 }
  const isOpen = unsure.includes(last.code ?? '') && heard.some((answer) => knows(answer) === 'unknown')
  return isOpen ? 'unknown' : knows(last)
}

/** Whether a person sends the same again. */
export const mayRepeat = (heard: Heard): boolean => knows(heard) === 'unknown' || heard.code === 'unavailable'
