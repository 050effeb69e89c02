import { connect, type Socket } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { sandboxedApp } from '../../testing/setup/sandboxed.ts'

/*
 * Over real connections: whoever only begins to send must not keep a channel out. `hook-places.test.ts` has the rules of who makes room for whom.
 */
const on = sandboxedApp()
let port = 0
beforeAll(async () => {
  port = Number(new URL(await on.app.fastify.listen({ port: 0, host: '127.0.0.1' })).port)
})

const STRANGERS = 16
const length = 400_000

/** Starts a request and sends its body one byte at a time until the server closes the connection. */
function slowCall(channel: string): { socket: Socket; closed: Promise<void> } {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise<void>((resolve) => socket.on('error', () => undefined).once('close', () => resolve()))
  socket.write(
    `POST /api/v2/webhooks/${channel} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`,
  )
  const sending = setInterval(() => socket.write(' '), 20)
  void closed.then(() => clearInterval(sending))
  return { socket, closed }
}
const call = (channel: string) =>
  fetch(`http://127.0.0.1:${port}/api/v2/webhooks/${channel}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-clover-auth': 'sandbox-clover-auth-code' },
    body: JSON.stringify({ appId: 'A', merchants: {} }),
  })

it('a channel’s call is read at once while strangers send theirs slowly, to this channel and to another one', async () => {
  const calls = Array.from({ length: STRANGERS }, (_, n) => slowCall(n % 2 ? 'square' : 'clover'))
  try {
    for (let n = 0; n < STRANGERS; n += 1) expect((await call('clover')).status).toBe(200)
  } finally {
    for (const { socket } of calls) socket.destroy()
  }
})

it('a call whose body goes on and on is cut off, before any body of a person would be', async () => {
  const { socket, closed } = slowCall('square')
  await closed
  expect(socket.destroyed).toBe(true)
})
