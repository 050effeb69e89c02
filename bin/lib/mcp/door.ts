import { createServer, request } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeProduct, makeSeller, makeTemplate, makeToken } from '#seed/make.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { startServer } from '#server/main.ts'

/** Tools of others, which ask more than one token may in a minute. */
const TOKENS = 10

/**
 * A Motto with a small shop, and an address in front of it that adds a token to each request: tools that test the protocol send none. All else of a
 * request arrives as it was sent.
 */
export async function openDoor() {
  const dataDir = mkdtempSync(join(tmpdir(), 'motto-mcp-'))
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: () => undefined })
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
  const server = await startServer({ config: { ...config, role: 'api' }, connection: database.connection })
  const { ctx } = await makeSeller(server.services)
  const template = await makeTemplate(ctx, { name: 'Mugs' })
  await makeProduct(ctx, template.id, { sku: 'MUG-1', title: 'Mug' })
  const secrets: string[] = []
  for (let n = 0; n < TOKENS; n += 1) secrets.push((await makeToken(ctx, { usedBy: 'agent' })).secret)
  let sent = 0
  const front = createServer((incoming, reply) => {
    const authorization = `Bearer ${secrets[sent % TOKENS]}`
    sent += 1
    const { method, url = '/', headers } = incoming
    const passed = request(new URL(url, server.url), { method, headers: { ...headers, authorization } }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passed.on('error', (error) => void reply.destroy(error))
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`,
    /** Motto itself, where a token is to be sent. */
    own: { url: `${server.url}/mcp`, secret: secrets[0] ?? '' },
    async stop() {
      front.close()
      front.closeAllConnections()
      await server.stop()
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
