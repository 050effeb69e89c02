import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/accounts.ts'
import { clientLogin } from '#contract/organizations/organizations.ts'
import { createProduct } from '#contract/products/products.ts'
import { makeSeller, makeSession, makeTemplate, makeUser, sha256 } from '#seed/make.ts'
import { type TestApp, testApp } from '../testing/setup/app.ts'
import { visitor } from '../testing/shop/people.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let templateId: number
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  templateId = (await makeTemplate(seller.ctx)).id
})
afterAll(() => app.stop())

const create = (key: string, product: object, as = seller.as) =>
  app.call(createProduct, {
    body: { product: { templateId, title: 'A shirt', ...product } } as never,
    as,
    headers: { 'idempotency-key': key },
  })
const products = async () =>
  (
    await seller.ctx.db
      .selectFrom('products')
      .select('id')
      .where('organizationId', '=', seller.ctx.organizationId)
      .execute()
  ).length
const kept = () => app.services.database.system.selectFrom('idempotencyKeys').select('key')

describe('a write with an Idempotency-Key', () => {
  it('is carried out once; its repeat gets the first answer', async () => {
    const first = await create('k1', { sku: 'I-1' })
    expect(first.status).toBe(200)
    expect(await create('k1', { sku: 'I-1' })).toMatchObject({ status: 200, body: first.body })
    expect(await products()).toBe(1)
  })
  it('is refused when the key was used for another request', async () => {
    expect(await create('k1', { sku: 'I-2' })).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
  })
  it('may be tried again with the same key after it failed', async () => {
    expect((await create('k2', { sku: 'I-1' })).body.code).toBe('sku_taken')
    expect((await create('k2', { sku: 'I-3' })).status).toBe(200)
  })
  it('sent twice at the same time is carried out once', async () => {
    const before = await products()
    const answers = await Promise.all([1, 2, 3, 4].map(() => create('k3', { sku: 'I-4' })))
    expect(answers.filter((a) => a.status === 200).length).toBeGreaterThan(0)
    for (const { body } of answers)
      expect(body.success ? 'OK' : body.message).toMatch(/^OK$|^This request is still being carried out\.$/)
    expect((await products()) - before).toBe(1)
  })
  it('whose process died is carried out by a later try, not at once', async () => {
    const row = {
      organizationId: seller.ctx.organizationId,
      userId: seller.user.id,
      key: 'k4',
      requestHash: Buffer.alloc(32),
    }
    await app.services.database.system.insertInto('idempotencyKeys').values(row).execute()
    expect((await create('k4', { sku: 'I-5' })).status).toBe(409)
    await app.services.database.system
      .updateTable('idempotencyKeys')
      .set({ createdAt: new Date(Date.now() - 600_000) })
      .where('key', '=', 'k4')
      .execute()
    expect((await create('k4', { sku: 'I-5' })).status).toBe(200)
  })
  it('of somebody else is another one', async () => {
    const other = await makeSeller(app.services)
    const { id } = await makeTemplate(other.ctx)
    expect((await create('k1', { sku: 'I-1', templateId: id }, other.as)).status).toBe(200)
  })
})

it('answers that sign somebody in are not kept, whatever key is sent', async () => {
  const user = await makeUser(app.services, { password: 'Correct-horse-9' })
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
    as: await makeSession(app.services, seller.user.id, null),
    headers,
  })
  expect(entered.status).toBe(200)
  expect(await kept().where('key', '=', 'secret').execute()).toEqual([])
})
