import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Faults } from './faults.ts'
import { openStore, type StoreFile } from './store.ts'
import { Webhooks } from './webhooks.ts'

describe('webhooks', () => {
  let receiver: Server
  let url = ''
  let got: string[] = []
  let refuse = 0
  let file: StoreFile
  let faults: Faults
  let hooks: Webhooks

  beforeEach(async () => {
    got = []
    refuse = 0
    receiver = createServer((request, response) => {
      let body = ''
      request
        .on('data', (chunk) => (body += chunk))
        .on('end', () => {
          got.push(`${body} ${request.headers['x-topic']}`)
          response.writeHead(refuse-- > 0 ? 503 : 200).end()
        })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    file = openStore(':memory:')
    faults = new Faults()
    hooks = new Webhooks('shop', file.channel('shop'), faults)
  })
  afterEach(async () => {
    hooks.stop()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
    file.close()
  })
  const send = (body: string) => hooks.deliver({ url, headers: { 'x-topic': 'orders' }, body })
  const pending = () => file.channel('shop').list('webhook').length

  it('arrive as they were sent', async () => {
    send('1')
    await vi.waitFor(() => expect(got).toEqual(['1 orders']))
    await vi.waitFor(() => expect(pending()).toBe(0))
  })

  it('are tried again until the receiver takes them', async () => {
    refuse = 2
    send('1')
    await vi.waitFor(() => expect(got).toEqual(['1 orders', '1 orders', '1 orders']), 5000)
    await vi.waitFor(() => expect(pending()).toBe(0))
  })

  it('drop_webhook loses one for good', async () => {
    faults.add({ channel: 'shop', kind: 'drop_webhook', count: 1 })
    send('lost')
    send('next')
    await vi.waitFor(() => expect(got).toEqual(['next orders']))
    expect(pending()).toBe(0)
  })

  it('duplicate_webhook brings the same one twice', async () => {
    faults.add({ channel: 'shop', kind: 'duplicate_webhook', count: 1 })
    send('1')
    await vi.waitFor(() => expect(got).toEqual(['1 orders', '1 orders']))
  })

  it('reorder_webhooks holds one back until the next has come', async () => {
    faults.add({ channel: 'shop', kind: 'reorder_webhooks', count: 1 })
    send('first')
    send('second')
    await vi.waitFor(() => expect(got).toEqual(['second orders', 'first orders']))
  })

  it('reorder_webhooks holds one back for three seconds at most', async () => {
    faults.add({ channel: 'shop', kind: 'reorder_webhooks', count: 1 })
    send('alone')
    expect(got).toEqual([])
    await vi.waitFor(() => expect(got).toEqual(['alone orders']), 5000)
  })

  it('what is undelivered when the process ends goes out at the next start', async () => {
    refuse = 1000
    send('1')
    await vi.waitFor(() => expect(got.length).toBeGreaterThan(0))
    hooks.stop()
    refuse = 0
    got = []
    hooks = new Webhooks('shop', file.channel('shop'), faults)
    await vi.waitFor(() => expect(got).toEqual(['1 orders']), 5000)
  })
})
