import http from 'node:http'
import type { AnyEndpoint } from '#contract/endpoint.ts'

/** What a person hears of a write: `status` 0 where no answer came. */
export interface Heard {
  status: number
  code?: string
  data?: unknown
}
export interface Sent {
  endpoint: AnyEndpoint
  body: object
  key: string
  cookie: string
}

/** Sends a write over a connection of its own. @param hangsUp as soon as it is sent, whatever the server makes of it */
export function send(port: number, { endpoint, body, key, cookie }: Sent, hangsUp: boolean): Promise<Heard> {
  return new Promise((resolve) => {
    const request = http.request({
      port,
      host: '127.0.0.1',
      agent: false,
      method: endpoint.method,
      path: `/api/v2${endpoint.path}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': key, cookie },
    })
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
    request.end(JSON.stringify(body), () => {
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

/** Whether a person sends the same again. */
export const mayRepeat = (heard: Heard): boolean => knows(heard) === 'unknown' || heard.code === 'unavailable'
