import net from 'node:net'

/** A way to a server on this machine that can be cut, as if a cable was pulled. */
export interface Line {
  port: number
  /** Breaks all connections; new ones go through. */
  cut(): void
  stop(): Promise<void>
}

export async function startLine(to: number): Promise<Line> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(to, '127.0.0.1')
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.pipe(upstream)
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as net.AddressInfo).port,
    cut,
    stop: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
