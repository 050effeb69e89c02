import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeProduct, makeSeller, makeTemplate, makeToken } from '#seed/make.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { startServer } from '#server/main.ts'
import { webhookReceiver } from '#server/testing/receiver.ts'

/** Tools of others ask more than one token may in a minute. */
const TOKENS = 10

export type Door = Awaited<ReturnType<typeof openDoor>>

/** A Motto with a small shop, for tools of others, and somebody's server that takes webhooks. */
export async function openDoor() {
  const dataDir = mkdtempSync(join(tmpdir(), 'motto-standards-'))
  const receiver = await webhookReceiver()
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: () => undefined })
  const settings = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', WEBHOOK_HOSTS: receiver.host }
  const server = await startServer({
    config: { ...readConfig(settings), role: 'api' },
    connection: database.connection,
  })
  const { ctx, as } = await makeSeller(server.services)
  const template = await makeTemplate(ctx, { name: 'Mugs' })
  await makeProduct(ctx, template.id, { sku: 'MUG-1', title: 'Mug' })
  const secrets: string[] = []
  for (let n = 0; n < TOKENS; n += 1) secrets.push((await makeToken(ctx, { usedBy: 'agent' })).secret)
  const front = await openFront(server.url, secrets)
  return {
    url: server.url,
    /** Of an AI agent. */
    secret: secrets[0] ?? '',
    /** Where AI agents come in that send no token, as tools that test the protocol do. */
    agents: `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`,
    receiver,
    /** Writes as a person. */
    async call<T>(path: string, body: object): Promise<T> {
      const headers = { cookie: as, 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/api/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const { success, data, message } = (await answer.json()) as { success: boolean; data: T; message: string }
      if (!success) throw new Error(`${path}: ${message}`)
      return data
    },
    async stop() {
      front.close().closeAllConnections()
      receiver.stop()
      await server.stop()
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Adds one of the tokens to each request. All else of a request arrives as it was sent. */
async function openFront(url: string, secrets: readonly string[]) {
  let sent = 0
  const front = createServer((incoming, reply) => {
    const authorization = `Bearer ${secrets[sent % secrets.length]}`
    sent += 1
    const { method, url: path = '/', headers } = incoming
    const passed = request(new URL(path, url), { method, headers: { ...headers, authorization } }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passed.on('error', (error) => void reply.destroy(error))
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  return front
}
