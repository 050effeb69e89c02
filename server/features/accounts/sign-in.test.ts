import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import { clientLogin, getClient, getUserClients } from '#contract/organizations/organizations.ts'
import { makeMember, makeOrganization, makeSeller, makeUser } from '#seed/make.ts'
import { systemClock } from '#server/services.ts'
import { testApp } from '#server/testing/setup/app.ts'
import { cookiesOf, mailTo, queryOf, visitor } from '#server/testing/shop/people.ts'
import { accountsApp, password, wrong } from '#server/testing/shop/accounts.ts'

const { app, logIn } = accountsApp()

describe('signing in', () => {
  it('ACC-002..ACC-011, ACC-020..ACC-025, ACC-027, ACC-178 gives the token in data and in a cookie that scripts cannot read, and a user cookie without secrets', async () => {
    const { user, organization } = await makeSeller(app().services, 3)
    const answer = await logIn(user.email)
    expect(answer.status).toBe(200)
    const { jwt, user: shown } = cookiesOf(answer)
    expect(jwt?.value).toBe(answer.body.data)
    expect(jwt?.attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=604800']))
    expect(jwt?.attributes).not.toContain('Secure')
    expect(shown?.attributes).toEqual(expect.arrayContaining(['Max-Age=604800', 'Path=/', 'SameSite=Lax']))
    expect(shown?.attributes).not.toContain('HttpOnly')
    const state = JSON.parse(decodeURIComponent(shown?.value ?? '')) as Record<string, unknown>
    const { iat, exp, ...claims } = decodeJwt(answer.body.data ?? '')
    expect(state).toEqual({
      id: user.id,
      userUUID: user.uuid,
      image: '',
      email: user.email,
      name: 'Dana Reyes',
      emailConfirmed: true,
      roleId: 3,
      clientIds: [organization.id],
      clientId: organization.id,
      clientName: organization.displayName,
      currency: 'USD',
      twoFactor: false,
      secondFactorSetupRequired: false,
      exp,
    })
    expect((exp ?? 0) - (iat ?? 0)).toBe(604_800)
    expect(claims).toMatchObject({
      clientId: organization.id,
      clientIds: [organization.id],
      userId: user.id,
      userUUID: user.uuid,
      email: user.email,
      emailConfirmed: true,
      roleId: 3,
    })
  })

  it('the token, its cookies and its session end in the same second, however late the clock is read again', async () => {
    const user = await makeUser(app().services)
    const { clock } = app().services
    let reads = 0
    app().services.clock = { ...clock, now: () => new Date(Date.now() + 1000 * (reads += 1)) }
    const answer = await logIn(user.email).finally(() => {
      app().services.clock = clock
    })
    const { exp, jti } = decodeJwt(answer.body.data ?? '')
    const state = JSON.parse(decodeURIComponent(cookiesOf(answer).user?.value ?? '')) as { exp: number }
    const { expiresAt } = await app()
      .services.database.system.selectFrom('sessions')
      .select('expiresAt')
      .where('id', '=', jti ?? '')
      .executeTakeFirstOrThrow()
    expect([state.exp, expiresAt.getTime() / 1000]).toEqual([exp, exp])
  })

  it('ACC-022 the cookies are Secure where the site is https', async () => {
    const secure = await testApp({ PUBLIC_URL: 'https://motto.example.com' })
    const user = await makeUser(secure.services)
    const answer = await secure.call(accounts.login, { body: { email: user.email, password } })
    for (const cookie of Object.values(cookiesOf(answer))) expect(cookie.attributes).toContain('Secure')
    await secure.stop()
  })

  it('ACC-038, ACC-004, ORG-029 the only organization is selected, of several none, for a super-admin none', async () => {
    const [user, chief] = [await makeUser(app().services), await makeUser(app().services, { isSuper: true })]
    const [first, two] = [await makeOrganization(app().services), await makeOrganization(app().services)]
    await makeMember(app().services, first.id, user.id, 4)
    await makeMember(app().services, first.id, chief.id, 4)
    expect(decodeJwt((await logIn(user.email)).body.data ?? '')).toMatchObject({ clientId: first.id, roleId: 4 })
    await makeMember(app().services, two.id, user.id, 5)
    expect(decodeJwt((await logIn(user.email)).body.data ?? '')).toMatchObject({
      clientId: null,
      roleId: null,
      clientIds: [first.id, two.id],
    })
    expect(decodeJwt((await logIn(chief.email)).body.data ?? '')).toMatchObject({ clientId: null, roleId: 1 })
  })

  it('ACC-077 a wrong email and a wrong password answer the same', async () => {
    const user = await makeUser(app().services)
    const [badPassword, badEmail, empty] = [
      await logIn(user.email, wrong),
      await logIn('nobody@example.com'),
      await logIn(user.email, ''),
    ]
    for (const answer of [badPassword, badEmail, empty]) {
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({
        success: false,
        data: null,
        message: 'Invalid email or password.',
        code: 'bad_credentials',
      })
      expect(cookiesOf(answer)).toEqual({})
    }
  })

  it('ACC-171 the email may be written in any case', async () => {
    const user = await makeUser(app().services, { email: 'Mixed.Case@Example.com' })
    expect((await logIn('mixed.case@example.COM')).status).toBe(200)
    expect(user.email).toBe('Mixed.Case@Example.com')
  })

  it('ACC-001, ACC-026, ACC-028, ACC-179 a call without a valid session is refused, and logging out ends the session and its cookies', async () => {
    const { user } = await makeSeller(app().services)
    const as = `jwt=${(await logIn(user.email)).body.data}`
    expect((await app().call(accounts.getUser, { as })).status).toBe(200)
    const out = await app().call(accounts.logout, { as })
    expect(Object.entries(cookiesOf(out)).map(([name, c]) => [name, c.value])).toEqual([
      ['jwt', ''],
      ['user', ''],
    ])
    for (const token of [as, `${as}x`, 'jwt=', '']) {
      const answer = await app().call(accounts.getUser, { as: token })
      expect([answer.status, answer.body.success]).toEqual([401, false])
    }
  })

  it('signing in again ends the session before', async () => {
    const { user } = await makeSeller(app().services)
    const as = `jwt=${(await logIn(user.email)).body.data}`
    await app().call(accounts.login, { body: { email: user.email, password }, as, headers: visitor() })
    expect((await app().call(accounts.getUser, { as })).status).toBe(401)
  })

  it('a request that another site sends is refused', async () => {
    const user = await makeUser(app().services)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await app().call(accounts.login, { body: { email: user.email, password }, headers })
      expect([answer.status, answer.body.code]).toEqual([403, 'wrong_origin'])
    }
    expect(
      (
        await app().call(accounts.login, {
          body: { email: user.email, password },
          headers: { ...visitor(), origin: 'http://localhost:3000' },
        })
      ).status,
    ).toBe(200)
  })

  it('a password that is no hash is refused, so that a plain one is never taken (ACC-173)', async () => {
    const answer = await logIn('someone@example.com', 'Correct-horse-9')
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
  })
})

describe('guessing', () => {
  // Tries are counted per quarter of an hour; none may end in the middle of a test.
  beforeAll(() => {
    const at = new Date()
    app().services.clock = { ...app().services.clock, now: () => at }
  })
  afterAll(() => {
    app().services.clock = systemClock
  })

  it('ten wrong passwords from one network stop it, with the time to wait, and nobody else', async () => {
    const user = await makeUser(app().services)
    const guesser = visitor()
    for (let i = 0; i < 10; i++) expect((await logIn(user.email, wrong, guesser)).status).toBe(401)
    const stopped = await logIn(user.email, password, guesser)
    expect([stopped.status, stopped.body.code]).toEqual([429, 'too_many_requests'])
    const wait = Number(stopped.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(900)
    expect((await logIn(user.email)).status).toBe(200)
  })

  it('an account that is guessed at from everywhere stays open to networks it knows and to mailed links', async () => {
    const user = await makeUser(app().services)
    const home = visitor()
    expect((await logIn(user.email, password, home)).status).toBe(200)
    // Counted without trying 100 hashes: what a storm leaves behind.
    await logIn(user.email, wrong)
    await app()
      .services.database.system.updateTable('rateLimits')
      .set({ tries: 100 })
      .where('key', 'like', 'login-at:%')
      .execute()
    expect((await logIn(user.email, password, visitor())).status).toBe(429)
    expect((await logIn(user.email, password, home)).status).toBe(200)
    await app().call(accounts.sendLoginEmail, { body: { email: user.email }, headers: visitor() })
    const { token = '' } = queryOf(await mailTo(app(), user.email), '/login')
    expect(
      (await app().call(accounts.login, { body: { email: user.email, accessToken: token }, headers: visitor() }))
        .status,
    ).toBe(200)
  })

  it('right passwords do not count', async () => {
    const user = await makeUser(app().services)
    const office = visitor()
    for (let i = 0; i < 12; i++) expect((await logIn(user.email, password, office)).status).toBe(200)
  })
})

describe('choosing an organization', () => {
  it('ORG-025, ORG-087, ORG-088 swaps the session for one in it; a stranger, a pending guest and an old token are refused', async () => {
    const user = await makeUser(app().services)
    const [first, two, third] = [
      await makeOrganization(app().services),
      await makeOrganization(app().services),
      await makeOrganization(app().services),
    ]
    await makeMember(app().services, first.id, user.id, 2)
    await makeMember(app().services, two.id, user.id, 5)
    await app()
      .services.database.system.insertInto('members')
      .values({ organizationId: third.id, userId: user.id, roleId: 2, status: 'pending', invitedBy: null })
      .execute()
    const as = `jwt=${(await logIn(user.email)).body.data}`
    expect((await app().call(getUserClients, { as })).body.data?.map((o) => o.id).sort()).toEqual(
      [first.id, two.id].sort(),
    )
    expect((await app().call(clientLogin, { as, body: { clientLoginId: third.id } })).status).toBe(403)
    const chosen = await app().call(clientLogin, { as, body: { clientLoginId: two.id } })
    expect(decodeJwt(chosen.body.data ?? '')).toMatchObject({ clientId: two.id, roleId: 5 })
    expect(cookiesOf(chosen).jwt?.value).toBe(chosen.body.data)
    expect((await app().call(getUserClients, { as })).status).toBe(401)
    expect((await app().call(getClient, { as: `jwt=${chosen.body.data}`, query: {} })).body.data?.id).toBe(two.id)
  })
})
