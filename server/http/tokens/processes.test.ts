import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listProducts } from '#contract/products/products.ts'
import { revokeToken } from '#contract/tokens/tokens.ts'
import { makeSeller, makeToken } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { TOKEN_RATE } from './bearer.ts'
import { newSecret } from './secret.ts'

let app: TestApp
let other: TestApp
let ctx: Ctx
let as: string
beforeAll(async () => {
  app = await testApp()
  other = await testApp({}, app.services.database.connection)
  const seller = await makeSeller(app.services)
  ctx = seller.ctx
  as = seller.as
})
afterAll(async () => {
  await other.stop()
  await app.stop()
})

/** Stops the clock of a process. @returns how to move it, in seconds */
function stopClock({ services }: TestApp) {
  const { clock } = services
  const start = clock.now().getTime()
  let seconds = 0
  services.clock = { ...clock, now: () => new Date(start + seconds * 1000) }
  return { move: (by: number) => void (seconds += by), release: () => void (services.clock = clock) }
}
const read = (on: TestApp, headers: Record<string, string>) => on.call(listProducts, { headers })

describe('a revoked API token', () => {
  it('another process, which has it in its cache, refuses it as soon as it hears of it', async () => {
    // The cache of this process never grows old: only the news ends it.
    const clock = stopClock(other)
    const { id, headers } = await makeToken(ctx)
    // The process listens: a first token has ended by its news.
    const first = await makeToken(ctx)
    expect((await read(other, first.headers)).status).toBe(200)
    await app.call(revokeToken, { params: { id: first.id }, as })
    await vi.waitFor(async () => expect((await read(other, first.headers)).status).toBe(401), { timeout: 20_000 })
    expect((await read(other, headers)).status).toBe(200)
    await app.call(revokeToken, { params: { id }, as })
    expect((await read(app, headers)).body.code).toBe('invalid_token')
    await vi.waitFor(async () => expect((await read(other, headers)).body.code).toBe('invalid_token'), {
      timeout: 20_000,
    })
    clock.release()
  })
  it('a process that hears nothing refuses it after five seconds', async () => {
    const clock = stopClock(other)
    const { id, headers } = await makeToken(ctx)
    expect((await read(other, headers)).status).toBe(200)
    // Nobody tells of it.
    await ctx.db.updateTable('apiTokens').set({ revokedAt: new Date() }).where('id', '=', id).execute()
    clock.move(5)
    expect((await read(other, headers)).body.code).toBe('invalid_token')
    clock.release()
  })
})

describe('the rate of an API token', () => {
  it('each answer tells what is left, and beyond it the token waits', async () => {
    const clock = stopClock(app)
    const { headers } = await makeToken(ctx, { scopes: ['orders:read'] })
    const answers = []
    for (let sent = 0; sent <= TOKEN_RATE.max; sent += 1) answers.push(await read(app, headers))
    expect(answers[0]?.headers).toMatchObject({
      'ratelimit-policy': '"token";q=600;w=60',
      ratelimit: '"token";r=599;t=60',
    })
    expect(answers.at(-2)?.status).toBe(403)
    const last = answers.at(-1)
    expect([last?.status, last?.body.code, last?.headers['retry-after'], last?.headers.ratelimit]).toEqual([
      429,
      'too_many_requests',
      '60',
      '"token";r=0;t=60',
    ])
    const another = await makeToken(ctx)
    expect((await read(app, another.headers)).status).toBe(200)
    clock.move(60)
    expect((await read(app, headers)).status).toBe(403)
    clock.release()
  })
  it('a network that tries unknown tokens is stopped, and a real token from there goes on', async () => {
    const clock = stopClock(app)
    const { headers } = await makeToken(ctx)
    const from = async (headers: Record<string, string>) =>
      (await app.fastify.inject({ url: '/api/v2/products', headers, remoteAddress: '198.51.100.1' })).statusCode
    const attempts = []
    for (let sent = 0; sent <= 60; sent += 1)
      attempts.push(await from({ authorization: `Bearer ${newSecret('person')}` }))
    expect([attempts[0], attempts.at(-2), attempts.at(-1)]).toEqual([401, 401, 429])
    expect(await from(headers)).toBe(200)
    clock.release()
  })
  it('a session has no rate', async () => {
    const { headers } = await app.call(listProducts, { as })
    expect(headers.ratelimit).toBeUndefined()
  })
})

describe('the last use of an API token', () => {
  it('is noted when the process ends', async () => {
    const { id, headers } = await makeToken(ctx)
    const third = await testApp({}, app.services.database.connection)
    await read(third, headers)
    await third.stop()
    const token = await ctx.db
      .selectFrom('apiTokens')
      .select(['lastUsedAt', 'lastUsedFrom'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(token).toEqual({ lastUsedAt: expect.any(Date), lastUsedFrom: '127.0.0.1' })
  })
})
