import type { HandlerInput } from '#contract/endpoint.ts'
import type { WebhookEvent } from '#contract/webhooks/events.ts'
import {
  FORMER_HOURS,
  MOST_ENDPOINTS,
  type createWebhook,
  type listDeliveries,
  type updateWebhook,
} from '#contract/webhooks/webhooks.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { HOURS, limitKey, limitTries } from '../../http/requests/limits.ts'
import { seal } from '../../http/seal.ts'
import { audit } from '../audit.ts'
import * as queries from './queries.ts'
import { SEALED_AS, bodyOf, isOpened, send } from './send.ts'
import { newSecret } from './signature.ts'

const HOUR_MS = 3_600_000
const TESTS_PER_HOUR = 60

/** @throws not_found */
async function shape(ctx: Ctx, id: number) {
  const endpoint = await queries.find(ctx, id)
  if (!endpoint) throw new AppError('not_found')
  return toShape(endpoint)
}
type Shown = NonNullable<Awaited<ReturnType<typeof queries.find>>>
const toShape = (endpoint: Shown) => ({ ...endpoint, types: endpoint.types as WebhookEvent[] })

export const list = async (ctx: Ctx) => (await queries.list(ctx)).map(toShape)

/** @throws invalid_input for an address that nothing can be sent to */
function checkUrl(ctx: Ctx, text: string): void {
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw invalid('url', 'Enter an address like https://example.com/hook.')
  if (url.username || url.password) throw invalid('url', 'Leave the user name and password out of the address.')
  if (url.protocol === 'http:' && !isOpened(ctx.services, url.host)) throw invalid('url', 'Use an https address.')
}

/** @throws unsupported when there are too many */
export async function create(ctx: Ctx, { url, description, types }: HandlerInput<typeof createWebhook>['body']) {
  checkUrl(ctx, url)
  const secret = newSecret()
  return inTransaction(ctx, async (inner) => {
    if ((await queries.countAll(inner)) >= MOST_ENDPOINTS)
      throw new AppError('unsupported', `An organization can have up to ${MOST_ENDPOINTS} webhooks. Delete one first.`)
    const createdAt = ctx.services.clock.now()
    const sealed = seal(ctx.services, SEALED_AS, String(ctx.organizationId), secret)
    const { id } = await queries.add(inner, { url, description, types, secret: sealed, createdAt })
    await audit(inner, { entity: 'webhook', entityId: id, action: 'create', new: { url, description, types } })
    return { secret, webhook: await shape(inner, id) }
  })
}

/** A resumed endpoint begins anew: what waited is sent at once. */
const RESUMED = { reason: '', failures: 0, failingSince: null, holdUntil: null } as const

export async function edit(ctx: Ctx, id: number, body: HandlerInput<typeof updateWebhook>['body']) {
  const { url, description, types, state } = body
  if (url !== undefined) checkUrl(ctx, url)
  const before = await shape(ctx, id)
  const change = {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(types !== undefined && { types }),
    ...(state !== undefined && { state }),
  }
  const isPaused = state === 'paused' && before.state !== 'paused'
  await queries.update(ctx, id, {
    ...change,
    ...(state === 'active' && before.state !== 'active' && RESUMED),
    ...(isPaused && { reason: 'person' }),
  })
  const old = Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof typeof change]]))
  await audit(ctx, {
    entity: 'webhook',
    entityId: id,
    action: 'update',
    old: { ...old, url: before.url },
    new: { ...change, url: url ?? before.url },
  })
  return shape(ctx, id)
}

export async function remove(ctx: Ctx, id: number): Promise<void> {
  const endpoint = await queries.remove(ctx, id)
  if (!endpoint) throw new AppError('not_found')
  await audit(ctx, { entity: 'webhook', entityId: id, action: 'delete', old: endpoint })
}

/** The former secret signs beside the new one for a day, so that receivers have time to change. */
export async function rotate(ctx: Ctx, id: number) {
  const secret = newSecret()
  return inTransaction(ctx, async (inner) => {
    const endpoint = await queries.endpointOf(inner, id)
    if (!endpoint) throw new AppError('not_found')
    await queries.update(inner, id, {
      secret: seal(ctx.services, SEALED_AS, String(ctx.organizationId), secret),
      formerSecret: endpoint.secret,
      formerUntil: new Date(ctx.services.clock.now().getTime() + FORMER_HOURS * HOUR_MS),
    })
    await audit(inner, { entity: 'webhook', entityId: id, action: 'rotate', old: { url: endpoint.url } })
    return { secret, webhook: await shape(inner, id) }
  })
}

/** Sends an example, whatever the endpoint's state, and answers what the receiver says. @throws too_many_requests */
export async function test(ctx: Ctx, id: number) {
  const endpoint = await queries.endpointOf(ctx, id)
  if (!endpoint) throw new AppError('not_found')
  const { clock } = ctx.services
  await limitTries(
    ctx.services,
    [{ key: limitKey('webhook-test', ctx.organizationId), max: TESTS_PER_HOUR, seconds: HOURS }],
    'You’ve sent many test events. Wait a few minutes, then try again.',
  )
  const { ok, status, answer, tookMs } = await send(ctx.services, endpoint, {
    messageId: clock.uuid(),
    type: 'test',
    at: clock.now(),
    data: { message: 'This is a test event from Motto.' },
  })
  return { ok, status, answer, tookMs }
}

export async function deliveries(ctx: Ctx, id: number, page: HandlerInput<typeof listDeliveries>['query']) {
  await shape(ctx, id)
  const { rows, items } = await queries.listDeliveries(ctx, id, page)
  return {
    items,
    data: rows.map((row) => ({
      ...row,
      type: row.type as WebhookEvent,
      body: bodyOf(row),
    })),
  }
}

export async function replay(ctx: Ctx, id: number, deliveryId: number): Promise<void> {
  if (!(await queries.replay(ctx, id, deliveryId))) throw new AppError('not_found')
}

/** Has everything sent again that was given up since a time. */
export async function replayFailed(ctx: Ctx, id: number, since: string): Promise<{ count: number }> {
  await shape(ctx, id)
  return { count: await queries.replayFailed(ctx, id, new Date(since)) }
}
