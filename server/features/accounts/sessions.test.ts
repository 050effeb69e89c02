import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { buildApp } from '#server/app.ts'
import { SESSION_SECONDS, openSessions } from '#server/http/auth.ts'
import { openServices } from '#server/services.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { cookiesOf, sha256, visitor } from '#server/testing/shop/people.ts'
import { sweepAccounts } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const logIn = (email: string) =>
  app.call(accounts.login, { body: { email, password: sha256('Correct-horse-9') }, headers: visitor() })

describe('profile', () => {
  it('ACC-140..ACC-145, ACC-175..ACC-177 is read and saved by oneself alone, and the user cookie follows', async () => {
    const { user, as, organization } = await makeSeller(app.services)
    const other = await makeUser(app.services)
    const image = 'https://images.example.com/me.png'
    const saved = await app.call(accounts.updateUser, {
      as,
      body: { user: { id: user.id, name: 'Dana R.', description: 'Cameras', image } },
    })
    expect(saved.body.data).toEqual({
      id: user.id,
      email: user.email,
      name: 'Dana R.',
      description: 'Cameras',
      image,
      emailConfirmed: true,
    })
    expect(JSON.parse(decodeURIComponent(cookiesOf(saved).user?.value ?? ''))).toMatchObject({
      name: 'Dana R.',
      image,
      clientId: organization.id,
    })
    expect((await app.call(accounts.getUser, { as, query: { userId: user.id } })).body.data).toEqual(saved.body.data)
    expect((await app.call(accounts.getUser, { as, query: { userId: other.id } })).status).toBe(403)
    expect((await app.call(accounts.updateUser, { as, body: { user: { id: other.id, name: 'X' } } })).status).toBe(403)
    const entry = await app.services.database.system
      .selectFrom('auditEntries')
      .selectAll()
      .where('entity', '=', 'user')
      .where('entityId', '=', user.id)
      .executeTakeFirst()
    expect(entry).toMatchObject({
      userId: user.id,
      action: 'update',
      old: { name: 'Dana Reyes', description: '', image: '' },
      new: { name: 'Dana R.', description: 'Cameras', image },
    })
  })

  it('ACC-050 the user cookie goes when the session ends, whatever the clock of the browser says', async () => {
    const { user, as } = await makeSeller(app.services)
    const { clock } = app.services
    const now = clock.now()
    await app.services.database.system
      .updateTable('sessions')
      .set({ expiresAt: new Date(now.getTime() + 3600_000) })
      .where('userId', '=', user.id)
      .execute()
    app.services.clock = { ...clock, now: () => now }
    const body = { user: { id: user.id, name: 'Dana R.' } }
    const saved = await app.call(accounts.updateUser, { as, body }).finally(() => {
      app.services.clock = clock
    })
    expect(cookiesOf(saved).user?.attributes).toContain('Max-Age=3600')
  })

  it('an image that is a script is refused', async () => {
    const { as } = await makeSeller(app.services)
    expect((await app.call(accounts.updateUser, { as, body: { user: { image: 'javascript:alert(1)' } } })).status).toBe(
      400,
    )
  })

  it("ACC-190 another user's roles are seen and changed by a super-admin only", async () => {
    const { as } = await makeSeller(app.services)
    const other = await makeSeller(app.services)
    const chief = await makeUser(app.services, { isSuper: true })
    const chiefs = await makeSession(app.services, chief.id, null)
    const query = { userId: other.user.id }
    const choice = { userId: other.user.id, clientId: other.organization.id }
    expect((await app.call(accounts.userRoles, { as, query })).status).toBe(403)
    expect((await app.call(accounts.acceptRole, { as, body: choice })).status).toBe(403)
    expect((await app.call(accounts.declineRole, { as, body: choice })).status).toBe(403)
    expect((await app.call(accounts.userRoles, { as: chiefs, query })).body.data).toHaveLength(1)
  })
})

describe('sessions', () => {
  it('are listed, and all others end at once', async () => {
    const { user, as } = await makeSeller(app.services)
    const other = `jwt=${(await logIn(user.email)).body.data}`
    expect((await app.call(accounts.getUser, { as: other })).status).toBe(200)
    const listed = (await app.call(accounts.listSessions, { as })).body.data
    expect(listed?.map((s) => s.current).sort()).toEqual([false, true])
    await app.call(accounts.endSessions, { as })
    expect((await app.call(accounts.getUser, { as: other })).status).toBe(401)
    expect((await app.call(accounts.listSessions, { as })).body.data?.map((s) => s.current)).toEqual([true])
  })

  it('one that ends in one process is refused in another that had trusted it', async () => {
    const { config, database } = app.services
    const second = await openServices({ config, connection: database.connection })
    const { fastify } = await buildApp({ services: second.services, webRoot: '/nowhere', ready: async () => true })
    const { as } = await makeSeller(app.services)
    const there = async () => (await fastify.inject({ url: '/api/v2/users/user', headers: { cookie: as } })).statusCode
    // Listening begins in the background: trusted, then revoked, until the revocation is heard well within the cache's 5 s.
    expect(await there()).toBe(200)
    await app.call(accounts.logout, { as })
    await expect.poll(there, { timeout: 2500, interval: 20 }).toBe(401)
    await fastify.close()
    await second.stop()
  })

  it('a token that was found good before is refused once it is over, and so is one that only looks like it', async () => {
    let now = new Date()
    const services = { ...app.services, clock: { ...app.services.clock, now: () => now } }
    const sessions = openSessions(services)
    const { as, user } = await makeSeller(app.services)
    const token = as.slice('jwt='.length)
    expect(await sessions.find(token)).toMatchObject({ userId: user.id })
    await app.services.database.system
      .updateTable('sessions')
      .set({ expiresAt: new Date(now.getTime() + 30 * 86_400_000) })
      .where('userId', '=', user.id)
      .execute()
    const [head, claims, signature = ''] = token.split('.')
    const forged = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    expect(await sessions.find([head, claims, forged].join('.'))).toBeNull()
    now = new Date(now.getTime() + (SESSION_SECONDS - 60) * 1000)
    expect(await sessions.find(token)).toMatchObject({ userId: user.id })
    now = new Date(now.getTime() + 61_000)
    expect(await sessions.find(token)).toBeNull()
    expect(await sessions.find(token)).toBeNull()
  })

  it('tell when they were last used', async () => {
    const { services } = app
    const { fastify } = await buildApp({ services, webRoot: '/nowhere', ready: async () => true })
    const { as, user } = await makeSeller(services)
    await services.database.system
      .updateTable('sessions')
      .set({ lastSeenAt: new Date(0) })
      .where('userId', '=', user.id)
      .execute()
    const before = Date.now()
    await fastify.inject({ url: '/api/v2/users/user', headers: { cookie: as } })
    await fastify.close()
    const [session] = (await app.call(accounts.listSessions, { as })).body.data ?? []
    expect(Date.parse(session?.lastSeenAt ?? '')).toBeGreaterThanOrEqual(before - 1)
  })

  it('ORG-003 a membership that is taken away ends the sessions in it', async () => {
    const { user, organization, as } = await makeSeller(app.services)
    await app.services.database.system.deleteFrom('members').where('userId', '=', user.id).execute()
    expect((await app.call(getClient, { as, query: { clientId: organization.id } })).status).toBe(401)
  })

  it('expired leftovers are swept, what lives stays', async () => {
    const { as, user } = await makeSeller(app.services)
    const db = app.services.database.system
    const old = await db
      .insertInto('sessions')
      .values({ userId: user.id, organizationId: null, expiresAt: new Date(Date.now() - 31 * 86_400_000) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('rateLimits')
      .values({ key: 'old', endsAt: new Date(0), tries: 1 })
      .execute()
    await sweepAccounts(app.services)
    expect(await db.selectFrom('sessions').select('id').where('id', '=', old.id).execute()).toEqual([])
    expect(await db.selectFrom('rateLimits').select('key').where('key', '=', 'old').execute()).toEqual([])
    expect((await app.call(accounts.getUser, { as })).status).toBe(200)
  })
})
