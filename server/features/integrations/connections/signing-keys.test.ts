import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import type { Connection, NewSigningKey } from '#channels/connection.ts'
import { ebay } from '#channels/ebay/index.ts'
import { noConnection } from '#channels/testing/connection.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { type Shop, openShop } from '../../../testing/shop/shop.ts'
import { withConnection } from './connections.ts'
import { signingKey } from './signing-keys.ts'

const DAY_MS = 86_400_000
let app: TestApp
let sandbox: Sandbox
let shop: Shop
beforeAll(async () => {
  sandbox = await openSandbox()
  app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
  shop = await openShop(app, sandbox, ['ebay'], { username: 'eu_hamburg' })
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await sandbox?.stop()
})

const stored = () => app.services.database.system.selectFrom('channelKeys').selectAll().orderBy('expiresAt').execute()

/** Gives 5.00 of a new order of an EU seller back. */
async function refund(change: (connection: Connection) => Connection = (connection) => connection) {
  const { id, sku } = await shop.product(await shop.template())
  await shop.list('ebay', id)
  const { externalOrderId } = await shop.remotes.ebay.buy(sku, 1)
  const key = { organizationId: shop.ctx.organizationId, integrationId: await shop.integrationId('ebay') }
  return withConnection(app.services, key, async ({ channel, connection }) =>
    channel.orders?.refund?.(change(connection), {
      externalOrderId,
      key: app.services.clock.uuid(),
      lines: [],
      shipping: 500,
      currency: 'USD',
      reason: 'BUYER_RETURN',
      note: '',
    }),
  )
}

it('a refund by an EU seller is signed with a key that is made once and kept sealed', async () => {
  expect(await stored()).toEqual([])
  expect(await refund()).toMatchObject({ id: /./ })
  expect(await refund()).toMatchObject({ id: /./ })
  const keys = await stored()
  expect(keys).toHaveLength(1)
  const { privateKey } = await signingKey(app.services, ebay as never, noConnection)
  expect(privateKey).toMatch(/^MC4CAQAwBQYDK2Vw/)
  expect(keys[0]?.key.includes(privateKey)).toBe(false)
})

it('a refund by an EU seller without a signature, or with that of another key, is rejected and gives nothing back', async () => {
  const isForbidden = expect.objectContaining({ kind: 'forbidden' })
  await expect(refund((connection) => ({ ...connection, signingKey: undefined as never }))).rejects.toEqual(isForbidden)
  const other = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const { token } = await signingKey(app.services, ebay as never, noConnection)
  const forged = async () => ({ token, privateKey: other })
  await expect(refund((connection) => ({ ...connection, signingKey: forged }))).rejects.toEqual(isForbidden)
})

it('a key is replaced 60 days before it ends, and serves until its end where no other can be had', async () => {
  let made = 0
  const channel = (answer: () => Promise<NewSigningKey>) =>
    ({ id: 'etsy', name: 'Etsy', createSigningKey: answer }) as never
  const now = app.services.clock.now().getTime()
  const next = async () => {
    made += 1
    return {
      id: `key ${made}`,
      token: `token ${made}`,
      privateKey: 'secret',
      expiresAt: new Date(now + (50 + made) * DAY_MS),
    }
  }
  const tokenOf = async (answer = next) => (await signingKey(app.services, channel(answer), noConnection)).token
  expect(await tokenOf()).toBe('token 1')
  expect(await tokenOf()).toBe('token 2')
  expect(await tokenOf(() => Promise.reject(new ChannelError('unavailable', 'Silent.')))).toBe('token 2')
  made = 20
  expect(await tokenOf()).toBe('token 21')
  expect(await tokenOf()).toBe('token 21')
  await app.services.database.system.deleteFrom('channelKeys').where('channel', '=', 'etsy').execute()
  await expect(tokenOf(() => Promise.reject(new ChannelError('unavailable', 'Silent.')))).rejects.toThrow('Silent.')
})
