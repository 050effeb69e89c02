import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { type Tools } from './conformance-tools.ts'

/** Calls of the channel to us. */
export function webhookPromises<F, S>(tools: Tools<F, S>): void {
  const { publishOne, order } = tools
  it('makes the channel call us once per topic, and knows its hand', async ({ skip }) => {
    const { webhooks } = tools.h.stage.channel
    if (!webhooks) return skip('this channel calls nobody')
    const inbox = await openInbox()
    try {
      await webhooks.subscribe(tools.h.stage.connection(), 'http://127.0.0.1:9/moved-away')
      for (let i = 0; i < 2; i++) await webhooks.subscribe(tools.h.stage.connection(), inbox.url)
      await publishOne(tools.h.listing('HOOK-A'))
      const { externalOrderId } = await tools.h.sandbox.buy('HOOK-A')
      const isOurs = (d: Delivery) =>
        webhooks.read(d.raw, d.headers).some((e) => e.kind === 'orders' && e.externalId === externalOrderId)
      const delivery = await inbox.until(isOurs)
      expect(webhooks.verify(delivery.raw, delivery.headers, tools.h.clientSecret)).toBe(true)
      expect(
        webhooks.verify(Buffer.concat([delivery.raw, Buffer.from(' ')]), delivery.headers, tools.h.clientSecret),
        'changed on its way',
      ).toBe(false)
      expect(webhooks.verify(delivery.raw, delivery.headers, 'another secret'), 'signed by a stranger').toBe(false)
      expect(webhooks.verify(delivery.raw, {}, tools.h.clientSecret), 'not signed').toBe(false)
      const ids = inbox.deliveries
        .filter(isOurs)
        .flatMap((d) => webhooks.read(d.raw, d.headers))
        .map(({ eventId }) => eventId)
      expect(new Set(ids).size, 'subscribed once').toBe(ids.length)
    } finally {
      inbox.close()
    }
  })

  it('the same webhook twice is one event, and two out of order tell the same end', async ({ skip }) => {
    const { webhooks } = tools.h.stage.channel
    if (!webhooks) return skip('this channel calls nobody')
    const inbox = await openInbox()
    try {
      await webhooks.subscribe(tools.h.stage.connection(), inbox.url)
      await publishOne(tools.h.listing('TWICE-A'))
      await tools.h.sandbox.fault('duplicate_webhook', 1)
      const { externalOrderId } = await tools.h.sandbox.buy('TWICE-A')
      const eventsOf = () => inbox.deliveries.flatMap((d) => webhooks.read(d.raw, d.headers))
      await inbox.until(() => eventsOf().length > new Set(eventsOf().map(({ eventId }) => eventId)).size)
      await tools.h.sandbox.fault('reorder_webhooks', 2)
      await tools.h.sandbox.cancel(externalOrderId)
      const before = inbox.deliveries.length
      await inbox.until(() =>
        inbox.deliveries
          .slice(before)
          .some((d) => webhooks.read(d.raw, d.headers).some((e) => e.externalId === externalOrderId)),
      )
      // an event is only a hint: what counts is read from the channel
      expect((await order(externalOrderId))?.cancelled).toBe(true)
    } finally {
      inbox.close()
    }
  })
}

interface Delivery {
  raw: Buffer
  headers: Record<string, string>
}
/** A server of ours that channels may call. */
async function openInbox() {
  const deliveries: Delivery[] = []
  let wake = () => {}
  const server: Server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    deliveries.push({ raw: Buffer.concat(chunks), headers: request.headers as Record<string, string> })
    reply.end()
    wake()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const until = async (wanted: (delivery: Delivery) => boolean): Promise<Delivery> => {
    const deadline = AbortSignal.timeout(15_000)
    for (;;) {
      const found = deliveries.find(wanted)
      if (found) return found
      await new Promise<void>((again, fail) => {
        wake = again
        deadline.addEventListener('abort', () => fail(new Error(`Not delivered; ${deliveries.length} others were`)), {
          once: true,
        })
      })
    }
  }
  return {
    deliveries,
    until,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close: () => server.close(),
  }
}
