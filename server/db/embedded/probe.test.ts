import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answers } from './probe.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'motto-probe-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

let port = 0
/** A server that does the same with each connection. */
async function serverThat(answer: (client: net.Socket) => void) {
  const server = net.createServer((client) => void client.once('data', () => answer(client)).on('error', () => {}))
  port += 1
  await new Promise<void>((resolve) => server.listen(join(dir, `.s.PGSQL.${port}`), resolve))
  return { connection: { host: dir, port, user: 'motto', database: 'motto' }, stop: () => server.close() }
}

/** The message of the wire protocol for an error that ends the connection. */
function fatal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Msome words\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields])
}

it.each([
  ['ends the connection without a word, as one that is killed', false, (client: net.Socket) => client.destroy()],
  ['says that it is starting up', false, (client: net.Socket) => client.end(fatal('57P03'))],
  ['says that it is shutting down', false, (client: net.Socket) => client.end(fatal('57P01'))],
  ['has no room for another connection', true, (client: net.Socket) => client.end(fatal('53300'))],
])('a server that %s is taken for one that answers: %s', async (_what, doesAnswer, answer) => {
  const { connection, stop } = await serverThat(answer)
  expect(await answers(connection)).toBe(doesAnswer)
  stop()
})
it('a socket where nobody listens does not answer', async () => {
  expect(await answers({ host: dir, port: 9999, user: 'motto', database: 'motto' })).toBe(false)
})
it('what else a server says is an error', async () => {
  const { connection, stop } = await serverThat((client) => client.end(fatal('XX000')))
  await expect(answers(connection)).rejects.toThrow('some words')
  stop()
})
