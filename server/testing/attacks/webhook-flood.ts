import { sql } from 'kysely'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import * as webhooks from '../../features/webhooks/service.ts'
import { deliverDue } from '../../features/webhooks/jobs.ts'
import { dice } from '../dice.ts'
import { type Received, type WebhookReceiver, rightSignatures, webhookReceiver } from '../receiver.ts'
import { openApp } from '../setup/open-app.ts'
import type { DatabaseConnection } from '../../db/connection/open-database.ts'

const HOUR = 3_600_000
/** How far the clock is moved when nothing can be sent. */
const STEP = HOUR / 12
const manners = ['slow', 'down for a day', 'answers 500', 'answers 410'] as const
type Manner = (typeof manners)[number]

export interface WebhookFlood {
  /** Deliveries to all receivers together. */
  deliveries: number
  products: number
  seed: number
}
export interface WebhookFlooded {
  /** Requests that receivers got, repeats among them. */
  requests: number
  seconds: number
  /** In simulated time, until nothing was left to send. */
  hours: number
  /** What is wrong in the end, in words. */
  wrong: string[]
}

/** How a receiver answers. @param at milliseconds since the beginning, in simulated time */
function answer(manner: Manner, at: number, roll: (most: number) => number, reply: (status: number) => void): void {
  if (manner === 'slow') setTimeout(() => reply(204), roll(25))
  else if (manner === 'down for a day' && at < 24 * HOUR) reply(503)
  else if (manner === 'answers 500' && roll(100) === 0) reply(500)
  else if (manner === 'answers 410') reply(410)
  else reply(204)
}

/** Sends events to receivers that are slow, down for a day, answer 500 now and then, or 410, on a clock that is moved by hand. */
export async function floodWebhooks(connection: DatabaseConnection, flood: WebhookFlood): Promise<WebhookFlooded> {
  const receivers = await Promise.all(manners.map(() => webhookReceiver()))
  const app = await openApp({ WEBHOOK_HOSTS: receivers.map(({ host }) => host).join(',') }, connection)
  const start = Date.now() + HOUR
  let now = start
  app.services.clock = { ...app.services.clock, now: () => new Date(now), random: () => 0.5 }
  try {
    const { ctx } = await makeSeller(app.services)
    const template = await makeTemplate(ctx)
    for (let n = 0; n < flood.products; n += 1) await makeProduct(ctx, template.id)
    const roll = dice(flood.seed)
    const secrets: string[] = []
    for (const [n, receiver] of receivers.entries()) {
      const { secret } = await webhooks.create(ctx, { url: receiver.url, description: '', types: ['product.changed'] })
      secrets.push(secret)
      const manner = manners[n] ?? 'slow'
      receiver.answer = (_, reply) => answer(manner, now - start, roll, (status) => void reply.writeHead(status).end())
    }
    const rounds = Math.ceil(flood.deliveries / manners.length / flood.products)
    for (let round = 0; round < rounds; round += 1)
      await sql`update products set version = version + 1 where organization_id = ${ctx.organizationId}`.execute(ctx.db)
    const began = performance.now()
    const isWaiting = async () =>
      (
        await sql`select from webhook_deliveries d join webhook_endpoints e on e.organization_id = d.organization_id and e.id = d.endpoint_id
          where d.organization_id = ${ctx.organizationId} and d.state = 'waiting' and e.state = 'active' limit 1`.execute(
          ctx.db,
        )
      ).rows.length > 0
    while (await isWaiting()) {
      if ((await deliverDue(app.services)) === 0) now += STEP
      if (now - start > 96 * HOUR) throw new Error('Something waits for ever')
    }
    const wrong = receivers.flatMap((receiver, n) =>
      flaws(manners[n] ?? 'slow', receiver, { rounds, products: flood.products, secret: secrets[n] ?? '' }),
    )
    return {
      requests: receivers.reduce((sum, { received }) => sum + received.length, 0),
      seconds: (performance.now() - began) / 1000,
      hours: (now - start) / HOUR,
      wrong,
    }
  } finally {
    await app.stop()
    for (const receiver of receivers) receiver.stop()
  }
}

/** What a receiver that stores ids missed, got twice or in the wrong order. */
function flaws(
  manner: Manner,
  { received }: WebhookReceiver,
  expected: { rounds: number; products: number; secret: string },
): string[] {
  if (manner === 'answers 410')
    return received.length > 8 ? [`${manner}: got ${received.length} requests after it was gone`] : []
  const known = new Set<string>()
  const versions = new Map<number, number[]>()
  const wrong: string[] = []
  for (const message of received) {
    if (known.has(message.id)) continue
    known.add(message.id)
    const { id, version } = message.body.data as { id: number; version: number }
    versions.set(id, [...(versions.get(id) ?? []), version])
  }
  const { rounds, products, secret } = expected
  if (known.size !== rounds * products) wrong.push(`${manner}: ${known.size} of ${rounds * products} events arrived`)
  for (const [id, list] of versions)
    if (list.some((version, at) => at > 0 && version <= (list[at - 1] ?? 0)))
      wrong.push(`${manner}: the events of product ${id} came in another order`)
  if (sampleOf(received).some((message) => rightSignatures(message, secret) !== 1))
    wrong.push(`${manner}: a wrong signature`)
  return wrong
}
const sampleOf = (received: readonly Received[]) => received.filter((_, n) => n % 97 === 0)
