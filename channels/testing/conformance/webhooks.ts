import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { Heard, WebhookEvent, Webhooks } from '../../webhook.ts'
import { failure, type Tools } from './tools.ts'

/** Calls of the channel to us. */
export function webhookPromises<F, S>(tools: Tools<F, S>): void {
  const { publishOne, order } = tools
  /** What an inbox answers a channel that asks whose it is. */
  const answering =
    ({ challenge }: Webhooks) =>
    (url: string, query: Record<string, string>) =>
      challenge?.({ query, url, app: tools.h.stage.connection().app })
  /** Makes the channel call an address, by its API or as the operator does by hand; undefined where it calls nobody. */
  const subscribing = () => {
    const { webhooks } = tools.h.stage.channel
    const register = tools.h.register
    if (webhooks?.subscribe) return ({ url }: { url: string }) => webhooks.subscribe?.(tools.h.stage.connection(), url)
    return webhooks && register && (({ url, proof }: Inbox) => register(url, proof))
  }
  it('makes the channel call us once per topic, and knows its hand', async ({ skip }) => {
    const { webhooks } = tools.h.stage.channel
    const subscribe = subscribing()
    if (!webhooks || !subscribe) return skip('this channel calls nobody')
    const { origins, http } = tools.h.stage.connection()
    const hear = async ({ raw, headers, url }: Call, by = tools.h.stage.connection().app) =>
      webhooks.receive({ raw, headers, url, app: by, origins, http, now: new Date() })
    const inbox = await openInbox(hear, answering(webhooks))
    try {
      // One that asks before it calls is not told of an address that answers nobody.
      if (webhooks.subscribe && !webhooks.challenge) await subscribe({ ...inbox, url: 'http://127.0.0.1:9/moved-away' })
      for (let i = 0; i < 2; i++) await subscribe(inbox)
      await publishOne(tools.h.listing('HOOK-A'))
      const { externalOrderId } = await tools.h.sandbox.buy('HOOK-A')
      const isOurs = (d: Received) => d.events.some((e) => e.kind === 'orders' && e.externalId === externalOrderId)
      const delivery = await inbox.until(isOurs)
      const { app } = tools.h.stage.connection()
      if (webhooks.scope === 'app') {
        const { accountId } = await tools.h.stage.channel.account(tools.h.stage.connection())
        expect(
          delivery.events.every(({ account }) => account === accountId),
          'each says whose it is',
        ).toBe(true)
      }
      const refused = async (work: Promise<unknown>) => (await failure(work)).kind
      const changed = { ...delivery, raw: Buffer.from(delivery.raw.toString().replace('{', '{"more":1,')) }
      if (!tools.h.signsNothing) expect(await refused(hear(changed)), 'changed on its way').toBe('invalid')
      const stranger = { clientId: app.clientId, clientSecret: 'another secret', secrets: {} }
      if (!tools.h.signsWithItsKey)
        expect(await refused(hear(delivery, stranger)), 'signed by a stranger').toBe('invalid')
      expect(await refused(hear({ ...delivery, headers: {} })), 'not signed').toBe('invalid')
      const ids = inbox.deliveries
        .filter(isOurs)
        .flatMap((d) => d.events)
        .map(({ eventId }) => eventId)
      expect(new Set(ids).size, 'subscribed once').toBe(ids.length)
    } finally {
      inbox.close()
    }
  })

  it('the same webhook twice is one event, and two out of order tell the same end', async ({ skip }) => {
    const { webhooks } = tools.h.stage.channel
    const subscribe = subscribing()
    if (!webhooks || !subscribe) return skip('this channel calls nobody')
    const { origins, http } = tools.h.stage.connection()
    const hear = async ({ raw, headers, url }: Call, by = tools.h.stage.connection().app) =>
      webhooks.receive({ raw, headers, url, app: by, origins, http, now: new Date() })
    const inbox = await openInbox(hear, answering(webhooks))
    try {
      await subscribe(inbox)
      await publishOne(tools.h.listing('TWICE-A'))
      await tools.h.sandbox.fault('duplicate_webhook', 1)
      const { externalOrderId } = await tools.h.sandbox.buy('TWICE-A')
      const eventsOf = () => inbox.deliveries.flatMap((d) => d.events)
      await inbox.until(() => eventsOf().length > new Set(eventsOf().map(({ eventId }) => eventId)).size)
      if (webhooks.tells === 'sales') return
      await tools.h.sandbox.fault('reorder_webhooks', 2)
      await tools.h.sandbox.cancel(externalOrderId)
      const before = inbox.deliveries.length
      await inbox.until(() =>
        inbox.deliveries.slice(before).some((d) => d.events.some((e) => e.externalId === externalOrderId)),
      )
      // an event is only a hint: what counts is read from the channel
      expect((await order(externalOrderId))?.cancelled).toBe(true)
    } finally {
      inbox.close()
    }
  })
}

interface Call {
  raw: Buffer
  headers: Record<string, string>
  url: string
}
interface Received extends Call {
  events: WebhookEvent[]
  /** What a handshake told. */
  proof: string | undefined
}
type Inbox = Awaited<ReturnType<typeof openInbox>>
/** A server of ours that channels may call. */
async function openInbox(
  hear: (call: Call) => Promise<Heard>,
  answerTo: (url: string, query: Record<string, string>) => object | undefined,
) {
  const deliveries: Received[] = []
  let wake = () => {}
  const server: Server = createServer(async (request, reply) => {
    if (request.method === 'GET') {
      const { origin, pathname, searchParams } = new URL(request.url ?? '', `http://${request.headers.host}`)
      reply.end(JSON.stringify(answerTo(origin + pathname, Object.fromEntries(searchParams)) ?? {}))
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = {
      raw: Buffer.concat(chunks),
      headers: request.headers as Record<string, string>,
      url: `http://${request.headers.host}${request.url}`,
    }
    const { events, answer, proof } = await hear(call)
    deliveries.push({ ...call, events, proof })
    reply.writeHead(answer?.status ?? 200).end(answer?.body)
    wake()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const until = async (matches: (delivery: Received) => boolean): Promise<Received> => {
    const deadline = AbortSignal.timeout(15_000)
    for (;;) {
      const delivery = deliveries.find(matches)
      if (delivery) return delivery
      await new Promise<void>((again, fail) => {
        wake = again
        deadline.addEventListener('abort', () => fail(new Error(`Not delivered; ${deliveries.length} others were`)), {
          once: true,
        })
      })
    }
  }
  let proven = 0
  return {
    deliveries,
    until,
    /** The next handshake's. */
    async proof(): Promise<string> {
      const isNew = (delivery: Received) => delivery.proof !== undefined && deliveries.indexOf(delivery) >= proven
      const received = await until(isNew)
      proven = deliveries.indexOf(received) + 1
      return received.proof ?? ''
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close: () => server.close(),
  }
}
