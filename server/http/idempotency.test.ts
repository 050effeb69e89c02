import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/accounts.ts'
import { uploadImport } from '#contract/imports.ts'
import { changeUserRole, clientLogin } from '#contract/organizations/organizations.ts'
import { roles } from '#contract/permissions.ts'
import { createProduct } from '#contract/products/products.ts'
import { makeMember, makeSeller, makeSession, makeTemplate, makeUser, sha256 } from '#seed/make.ts'
import { type TestApp, testApp } from '../testing/setup/app.ts'
import { type BreakingDatabase, breakingDatabase } from '../testing/setup/breaking.ts'
import { testDatabase } from '../testing/setup/database.ts'
import { visitor } from '../testing/shop/people.ts'
import { until } from '../testing/setup/until.ts'
import { type WriteKey, claim } from './idempotency.ts'

let line: BreakingDatabase
let app: TestApp
/** The same database over a line that does not break. */
let beside: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let templateId: number
beforeAll(async () => {
  const database = await testDatabase()
  line = await breakingDatabase(database)
  app = await testApp({}, line.connection)
  beside = await testApp({}, database)
  seller = await makeSeller(beside.services)
  templateId = (await makeTemplate(seller.ctx)).id
})
afterAll(async () => {
  await Promise.all([app.stop(), beside.stop()])
  await line.stop()
})

const create = (key: string, product: object, as = seller.as) =>
  app.call(createProduct, {
    body: { product: { templateId, title: 'A shirt', ...product } } as never,
    as,
    headers: key ? { 'idempotency-key': key } : {},
  })
const products = async (sku?: string) =>
  (
    await seller.ctx.db
      .selectFrom('products')
      .select('id')
      .where('organizationId', '=', seller.ctx.organizationId)
      .$if(sku !== undefined, (q) => q.where('sku', '=', sku ?? ''))
      .execute()
  ).length
const keys = () => beside.services.database.system.selectFrom('idempotencyKeys').select('key')

describe('a write with an Idempotency-Key', () => {
  it('is carried out once, and its repeat gets the first answer', async () => {
    const first = await create('k1', { sku: 'I-1' })
    expect(first.status).toBe(200)
    expect(await create('k1', { sku: 'I-1' })).toMatchObject({ status: 200, body: first.body })
    expect(await products()).toBe(1)
  })
  it('is refused when the key was used for another request', async () => {
    expect(await create('k1', { sku: 'I-2' })).toMatchObject({ status: 422, body: { code: 'idempotency_conflict' } })
  })
  it('is refused when the key was used at another address', async () => {
    const other = { ...createProduct, path: '/products/create?again=1' }
    const answer = await app.call(other, {
      body: { product: { templateId, title: 'A shirt', sku: 'I-1' } } as never,
      as: seller.as,
      headers: { 'idempotency-key': 'k1' },
    })
    expect(answer.body.code).toBe('idempotency_conflict')
  })
  it('may be tried again with the same key after it failed', async () => {
    expect((await create('k2', { sku: 'I-1' })).body.code).toBe('sku_taken')
    expect((await create('k2', { sku: 'I-3' })).status).toBe(200)
  })
  it('that is sent four times at once is carried out once, and all four get its answer', async () => {
    const before = await products()
    const answers = await Promise.all([1, 2, 3, 4].map(() => create('k3', { sku: 'I-4' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await products()) - before).toBe(1)
  })
  it('of somebody else is another one', async () => {
    const other = await makeSeller(beside.services)
    const { id } = await makeTemplate(other.ctx)
    expect((await create('k1', { sku: 'I-1', templateId: id }, other.as)).status).toBe(200)
  })
})

describe('a key whose request is still running', () => {
  const key = (name: string): WriteKey => ({
    organizationId: seller.ctx.organizationId,
    userId: seller.user.id,
    key: name,
    fingerprint: Buffer.alloc(32),
  })
  it('is refused as running when the first request lasts longer than the second one waits', async () => {
    await seller.ctx.db.transaction().execute(async (db) => {
      await claim(db, key('busy'))
      const second = beside.services.database
        .forOrganization(seller.ctx.organizationId)
        .transaction()
        .execute((other) => claim(other, key('busy'), 1))
      await expect(second).rejects.toMatchObject({ code: 'request_running', status: 409 })
    })
  })
  it('is free as soon as the transaction of the first request is gone with its process', async () => {
    const { database } = app.services
    const first = database.forOrganization(seller.ctx.organizationId).transaction()
    const died = first.execute(async (db) => {
      await claim(db, key('died'))
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(beside.services.database.system)
    })
    await expect(died).rejects.toThrow(/terminat|not queryable/)
    expect((await create('died', { sku: 'I-5' })).status).toBe(200)
  })
})

describe('a write whose connection breaks at its commit', () => {
  it('is answered with what was saved when only the answer of the database was lost', async () => {
    line.breakNextCommit('unanswered')
    const answer = await create('c1', { sku: 'C-1' })
    expect([answer.status, answer.body.message, await products('C-1')]).toEqual([200, 'Product created.', 1])
    expect((await create('c1', { sku: 'C-1' })).body).toEqual(answer.body)
    expect(await products('C-1')).toBe(1)
  })
  it('tells everybody what it changed when only the answer of the database was lost', async () => {
    const member = await makeUser(beside.services)
    await makeMember(beside.services, seller.organization.id, member.id, roles.member)
    const notified: string[] = []
    const stop = beside.services.events.onSession((session) => notified.push(session))
    line.breakNextCommit('unanswered')
    const body = { clientId: seller.organization.id, userId: member.id, userRole: roles.guest }
    const headers = { 'idempotency-key': 'c0' }
    expect((await app.call(changeUserRole, { body, as: seller.as, headers })).status).toBe(200)
    await until('the sessions are told', async () => notified.includes(`user:${member.id}`) || undefined)
    stop()
  })
  it('is not saved when its commit did not arrive, and its repeat saves it', async () => {
    line.breakNextCommit('unsent')
    const answer = await create('c2', { sku: 'C-2' })
    expect([answer.status, answer.body.code, await products('C-2')]).toEqual([503, 'unavailable', 0])
    expect(answer.body.message).toBe('Motto can’t reach its database. Nothing was saved. Try again in a moment.')
    expect((await create('c2', { sku: 'C-2' })).status).toBe(200)
    expect(await products('C-2')).toBe(1)
  })
  it.each([
    ['unanswered', 'D-1'],
    ['unsent', 'D-2'],
  ] as const)('is unknown while the database stays away (%s), and its repeat tells', async (fate, sku) => {
    line.breakNextCommit(fate, 'down')
    const answer = await create(sku, { sku })
    expect([answer.status, answer.body.code]).toEqual([503, 'outcome_unknown'])
    expect(answer.body.message).toBe('We don’t know whether this was saved. Try again: nothing will be saved twice.')
    line.mend()
    expect((await create(sku, { sku })).status).toBe(200)
    expect(await products(sku)).toBe(1)
  })
  it('is unknown without a key, and its sender is told to check', async () => {
    line.breakNextCommit('unanswered')
    const { status, body } = await create('', { sku: 'C-3' })
    expect([status, body.code]).toEqual([503, 'outcome_unknown'])
    expect(body.message).toBe('We don’t know whether this was saved. Check before you try again.')
    expect(await products('C-3')).toBe(1)
  })
  it('is not saved when the connection broke before the commit', async () => {
    const slowWrite = seller.ctx.db.transaction().execute(async (db) => {
      await sql`lock table products in exclusive mode`.execute(db)
      const waiting = create('c4', { sku: 'C-4' })
      await until('the write waits', async () => {
        const { rows } = await sql`
          select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(beside.services.database.system)
        return rows.length > 0 || undefined
      })
      return waiting
    })
    const answer = await slowWrite
    expect([answer.status, answer.body.code, await products('C-4')]).toEqual([503, 'unavailable', 0])
    expect((await create('c4', { sku: 'C-4' })).status).toBe(200)
  })
})

describe('a file with an Idempotency-Key', () => {
  const upload = async (key: string, content: string, name = 'a.csv') => {
    const boundary = `b${Math.round(performance.now() * 1000)}`
    const file = `content-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv`
    const response = await app.fastify.inject({
      method: 'POST',
      url: `/api/v2${uploadImport.path}?kind=products`,
      headers: {
        cookie: seller.as,
        'idempotency-key': key,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: `--${boundary}\r\n${file}\r\n\r\n${content}\r\n--${boundary}--\r\n`,
    })
    return { status: response.statusCode, body: response.json<{ code?: string; data: { id: number } | null }>() }
  }
  const imports = async () => (await seller.ctx.db.selectFrom('imports').select('id').execute()).length

  it('is stored once, and its repeat gets the same import', async () => {
    const first = await upload('f1', 'SKU\nA\n')
    const before = await imports()
    const again = await upload('f1', 'SKU\nA\n')
    expect([first.status, again.status, again.body.data?.id, await imports()]).toEqual([
      200,
      200,
      first.body.data?.id,
      before,
    ])
  })
  it('is refused when another file has its key', async () => {
    const before = await imports()
    expect(await upload('f1', 'SKU\nB\n')).toMatchObject({ status: 422, body: { code: 'idempotency_conflict' } })
    expect(await upload('f1', 'SKU\nA\n', 'b.csv')).toMatchObject({ status: 422 })
    expect(await imports()).toBe(before)
  })
  it('that is sent twice at once is stored once', async () => {
    const before = await imports()
    const both = await Promise.all([upload('f2', 'SKU\nC\n'), upload('f2', 'SKU\nC\n')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(both.map(({ body }) => body.data?.id)).size).toBe(1)
    expect((await imports()) - before).toBe(1)
  })
})

it('answers that sign somebody in are not kept, whatever key is sent', async () => {
  const user = await makeUser(beside.services, { password: 'Correct-horse-9' })
  const headers = { 'idempotency-key': 'secret', ...visitor() }
  expect(
    (
      await app.call(login, {
        body: { email: user.email, password: sha256('Correct-horse-9') },
        as: seller.as,
        headers,
      })
    ).status,
  ).toBe(200)
  const entered = await app.call(clientLogin, {
    body: { clientLoginId: seller.organization.id },
    as: await makeSession(beside.services, seller.user.id, null),
    headers,
  })
  expect(entered.status).toBe(200)
  expect(await keys().where('key', '=', 'secret').execute()).toEqual([])
})
