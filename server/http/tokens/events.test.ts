import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeToken } from '#contract/tokens/tokens.ts'
import { type Change, type Watching, createClient } from '#client/index.ts'
import { makeSeller, makeToken } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { until } from '../../testing/setup/until.ts'

let app: TestApp
let url: string
let seller: Awaited<ReturnType<typeof makeSeller>>
beforeAll(async () => {
  app = await testApp()
  url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  seller = await makeSeller(app.services)
})
afterAll(() => app.stop())

/** What a program hears, until it leaves. */
function listen(token: string, watching: Watching = {}) {
  const leave = new AbortController()
  const motto = createClient({ url, token })
  const changes: Change[] = []
  const end = (async () => {
    for await (const change of motto.changes({ ...watching, signal: leave.signal })) changes.push(change)
  })().catch((error: unknown) => error)
  return { changes, end, leave: () => leave.abort() }
}
/** Repeats a change until a program hears it: its stream opens at some time. */
async function heardAfter(stream: { changes: Change[] }, change: () => void): Promise<Change | undefined> {
  return until('a change', () => {
    change()
    return stream.changes[0]
  })
}
const raw = (token: string) => fetch(`${url}/api/v2/events`, { headers: { authorization: `Bearer ${token}` } })

describe('the event stream with an API token', () => {
  it('tells of the areas that the token may read, and of no jobs', async () => {
    const { secret } = await makeToken(seller.ctx, { scopes: ['orders:write'], kind: 'organization' })
    const stream = listen(secret)
    const { id } = seller.organization
    const change = await heardAfter(stream, () => {
      app.services.events.progress(id, { jobId: 'j', name: 'x', state: 'done', done: 1, total: 1, message: '' })
      app.services.events.changed(id, ['products', 'orders', 'packing', 'members', 'account'])
    })
    expect(change).toEqual({ areas: ['orders', 'packing'] })
    stream.leave()
    expect(await stream.end).toMatchObject({ name: 'AbortError' })
    const late = await raw(secret)
    const { value } = await (late.body as ReadableStream<Uint8Array>).getReader().read()
    expect(new TextDecoder().decode(value)).not.toMatch(/products|members/)
  })
  it('tells nothing of another organization', async () => {
    const other = await makeSeller(app.services)
    const { secret } = await makeToken(other.ctx)
    const stream = listen(secret)
    const change = await heardAfter(stream, () => {
      app.services.events.changed(seller.organization.id, ['templates'])
      app.services.events.changed(other.organization.id, ['orders'])
    })
    expect(change).toEqual({ areas: ['orders'] })
    stream.leave()
    await stream.end
  })
  it('ends when the token is revoked', async () => {
    const { id, secret } = await makeToken(seller.ctx)
    const stream = listen(secret)
    await heardAfter(stream, () => app.services.events.changed(seller.organization.id, ['orders']))
    await app.call(revokeToken, { params: { id }, as: seller.as })
    expect(await stream.end).toMatchObject({ code: 'invalid_token' })
  })
  it('is refused to a token that could hear nothing, and to a wrong one', async () => {
    const { secret } = await makeToken(seller.ctx, { scopes: ['people:read'] })
    const answers = await Promise.all([raw(secret), raw(`${secret.slice(0, -1)}_`)])
    expect(answers.map(({ status }) => status)).toEqual([403, 401])
    expect(await answers[0]?.json()).toMatchObject({ code: 'insufficient_scope' })
  })
  it('is open five times for one token', async () => {
    const { secret } = await makeToken(seller.ctx)
    const answers = []
    for (let opened = 0; opened < 6; opened += 1) answers.push(await raw(secret))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    for (const { body } of answers) await body?.cancel()
  })
})
