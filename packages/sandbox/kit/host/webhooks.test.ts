import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

  let ahead = 0
  /** When it is, where time goes on by `pass` alone. */
  let still: number | undefined
  let lag = 0
  let lost: (string | undefined)[] = []
  const open = () =>
    new Webhooks({
      channel: 'shop',
      store: file.channel('shop'),
      faults,
      now: () => new Date((still ?? Date.now()) + ahead * 1000),
      lag: () => lag,
      gaveUp: ({ subscription }) => lost.push(subscription),
    })
  const pass = (seconds: number) => {
    ahead += seconds
    hooks.clockMoved()
  }

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
    ahead = 0
    still = undefined
    lag = 0
    lost = []
    hooks = open()
  })
  afterEach(async () => {
    hooks.stop()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
    file.close()
  })
  const send = (body: string) => hooks.deliver({ url, headers: { 'x-topic': 'orders' }, body, subscription: 'sub-1' })
  const pending = () => file.channel('shop').list('webhook').length

  it('arrive as they were sent', async () => {
    send('1')
    await expect.poll(() => got).toEqual(['1 orders'])
    await expect.poll(pending).toBe(0)
  })

  it('are tried again until the receiver takes them', async () => {
    refuse = 2
    send('1')
    await expect.poll(() => got).toEqual(['1 orders', '1 orders', '1 orders'])
    await expect.poll(pending).toBe(0)
  })

  it("leave only after the lag, which the sandbox's clock can shorten", async () => {
    lag = 600
    send('late')
    lag = 0
    send('at once')
    await expect.poll(() => got).toEqual(['at once orders'])
    pass(599)
    expect(got).toHaveLength(1)
    pass(1)
    await expect.poll(() => got).toEqual(['at once orders', 'late orders'])
  })

  it('are given up after eight tries more, and the channel is told for which subscription', async () => {
    refuse = 1000
    still = Date.now()
    send('1')
    for (let tries = 1; tries <= 9; tries += 1) {
      await expect.poll(() => got).toHaveLength(tries)
      if (tries === 9) break
      await expect.poll(() => file.channel('shop').list('webhook')).toMatchObject([{ tries }])
      expect(lost).toEqual([])
      pass(60)
    }
    await expect.poll(() => lost).toEqual(['sub-1'])
    await expect.poll(pending).toBe(0)
  })

  it('drop_webhook loses one for good', async () => {
    faults.add({ channel: 'shop', kind: 'drop_webhook', count: 1 })
    send('lost')
    send('next')
    await expect.poll(() => got).toEqual(['next orders'])
    await expect.poll(pending).toBe(0)
  })

  it('duplicate_webhook brings the same one twice', async () => {
    faults.add({ channel: 'shop', kind: 'duplicate_webhook', count: 1 })
    send('1')
    await expect.poll(() => got).toEqual(['1 orders', '1 orders'])
  })

  it('reorder_webhooks holds one back until the next has come', async () => {
    faults.add({ channel: 'shop', kind: 'reorder_webhooks', count: 1 })
    send('first')
    send('second')
    await expect.poll(() => got).toEqual(['second orders', 'first orders'])
  })

  it('reorder_webhooks holds one back for three seconds at most', async () => {
    faults.add({ channel: 'shop', kind: 'reorder_webhooks', count: 1 })
    send('alone')
    expect(got).toEqual([])
    await expect.poll(() => got).toEqual(['alone orders'])
  })

  it('what is undelivered when the process ends goes out at the next start', async () => {
    refuse = 1000
    send('1')
    await expect.poll(() => got.length).toBeGreaterThan(0)
    hooks.stop()
    refuse = 0
    got = []
    hooks = open()
    await expect.poll(() => got).toEqual(['1 orders'])
  })
})
