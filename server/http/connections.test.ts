import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUserRole, createClient } from '#contract/organizations/organizations.ts'
import { createProduct } from '#contract/products/products.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { openPools } from '../db/connection/pools.ts'
import { type TestApp, testApp } from '../testing/setup/app.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let templateId: number
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  templateId = (await makeTemplate(seller.ctx)).id
  // A request that asks for a second connection fails, instead of waiting for itself.
  app.services.database = openPools({ ...app.services.database.connection, connectionTimeoutMillis: 5000 }, 1)
})
afterAll(async () => {
  await app.services.database.close()
  await app.stop()
})

describe('with one connection of each kind', () => {
  const headers = () => ({ 'idempotency-key': crypto.randomUUID() })
  it('writes of an organization are saved, also when they count tries', async () => {
    const body = { product: { templateId, title: 'A shirt', sku: 'ONE-1' } } as never
    expect((await app.call(createProduct, { body, as: seller.as, headers: headers() })).status).toBe(200)
    const person = { clientId: seller.organization.id, userEmail: 'new@example.com', userRole: 4 }
    expect((await app.call(addUserRole, { body: person, as: seller.as, headers: headers() })).status).toBe(200)
  })
  it('writes of the installation are saved, also when they count tries', async () => {
    const body = { name: 'OneMore', displayName: 'One more', description: '' }
    expect((await app.call(createClient, { body, as: seller.as, headers: headers() })).status).toBe(200)
  })
})
