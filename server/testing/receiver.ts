import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  id: string
  headers: IncomingHttpHeaders
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}
export interface WebhookReceiver {
  /** As an operator would open it. */
  host: string
  url: string
  received: Received[]
  /** How many were opened. */
  connections: number
  /** What it answers from here on; 204 unless set. */
  answer: (received: Received, reply: ServerResponse) => void
  stop(): void
}

/** Somebody's server that takes webhooks, on loopback. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      const { headers } = request
      const received = { id: String(headers['webhook-id']), headers, text, body: JSON.parse(text) as Received['body'] }
      receiver.received.push(received)
      receiver.answer(received, reply)
    })
  }).listen(0, '127.0.0.1')
  server.on('connection', () => (receiver.connections += 1))
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: WebhookReceiver = {
    host,
    url: `http://${host}/hook`,
    received: [],
    connections: 0,
    answer: (_, reply) => void reply.writeHead(204).end(),
    stop: () => server.close().closeAllConnections(),
  }
  return receiver
}

/** Of a header's signatures, those that are right: as Standard Webhooks 1.0.0 has a receiver do it. */
export function rightSignatures({ headers, text }: Pick<Received, 'headers' | 'text'>, secret: string): number {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${text}`
  const expected = createHmac('sha256', key).update(signed).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => signature.split(','))
    .filter(([version]) => version === 'v1')
    .filter(([, value = '']) => {
      const sent = Buffer.from(value, 'base64')
      return sent.length === expected.length && timingSafeEqual(sent, expected)
    }).length
}
