import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import { getClient, updateClient } from '#contract/organizations/organizations.ts'
import { imageSignature } from '#contract/products/products.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { systemClock } from '#server/services.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { codeAt } from '#server/testing/authenticator.ts'
import { cookiesOf, mailTo, queryOf, sha256, visitor } from '#server/testing/shop/people.ts'

const password = sha256('Correct-horse-9')
let app: TestApp
/** Time goes by only where a test says so. */
let now = new Date()
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
beforeAll(async () => {
  app = await testApp()
  app.services.clock = { ...systemClock, now: () => now }
})
afterAll(() => app.stop())
beforeEach(() => {
  now = new Date()
})

const begin = (as: string, currentPassword = password) =>
  app.call(accounts.beginTwoFactor, { as, body: { password: currentPassword } })
const confirm = (as: string, code: string) => app.call(accounts.confirmTwoFactor, { as, body: { code } })
const logIn = (email: string, otp?: string, headers: Record<string, string> = visitor()) =>
  app.call(accounts.login, { body: { email, password, ...(otp === undefined ? {} : { otp }) }, headers })
const shown = (answer: Parameters<typeof cookiesOf>[0]) =>
  JSON.parse(decodeURIComponent(cookiesOf(answer).user?.value ?? '{}')) as Record<string, unknown>

/** A seller with two-factor sign-in, a minute after its first code. */
async function secured() {
  const seller = await makeSeller(app.services)
  const secret = (await begin(seller.as)).body.data?.secret ?? ''
  const codes = (await confirm(seller.as, codeAt(secret, now))).body.data?.backupCodes ?? []
  later(90)
  return { ...seller, secret, codes }
}

it("the test's authenticator shows what RFC 6238 says", () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  // Appendix B, the last six digits of the SHA-1 column.
  expect([59, 1111111109, 1234567890, 20000000000].map((s) => codeAt(secret, new Date(s * 1000)))).toEqual([
    '287082',
    '081804',
    '005924',
    '353130',
  ])
})

describe('setting two-factor sign-in up', () => {
  it('is off by default and stays off until a code of the app confirms it', async () => {
    const { as, user } = await makeSeller(app.services)
    const off = { enabled: false, enabledAt: null, backupCodesLeft: 0, requiredBy: [] }
    expect((await app.call(accounts.getTwoFactor, { as })).body.data).toEqual(off)
    const begun = (await begin(as)).body.data
    expect(begun?.secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(begun?.url ?? '')
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Motto:${user.email}`,
    ])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Motto',
      secret: begun?.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(begun?.qr).toMatch(/^<svg [^>]*viewBox=.*<\/svg>$/s)
    expect((await app.call(accounts.getTwoFactor, { as })).body.data).toEqual(off)
    expect((await logIn(user.email)).status).toBe(200)
  })

  it('needs the password again, and a right code', async () => {
    const { as } = await makeSeller(app.services)
    const refused = await begin(as, sha256('wrong'))
    expect([refused.status, refused.body.fields]).toEqual([400, { password: 'Incorrect password.' }])
    expect((await confirm(as, '123456')).body.code).toBe('two_factor_off')
    const secret = (await begin(as)).body.data?.secret ?? ''
    const wrong = await confirm(as, codeAt(secret, new Date(now.getTime() + 3_600_000)))
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['code']])
    expect((await confirm(as, codeAt(secret, now))).status).toBe(200)
    expect((await begin(as)).body.code).toBe('two_factor_on')
  })

  it('shows ten different backup codes, keeps only their hashes and the secret sealed, ends other sessions and tells the browser', async () => {
    const { as, user, organization } = await makeSeller(app.services)
    const other = await makeSession(app.services, user.id, organization.id)
    const secret = (await begin(as)).body.data?.secret ?? ''
    const answer = await confirm(as, codeAt(secret, now))
    const codes = answer.body.data?.backupCodes ?? []
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/)
    expect(shown(answer)).toMatchObject({ twoFactor: true, secondFactorSetupRequired: false })
    expect((await app.call(accounts.getUser, { as: other })).status).toBe(401)
    expect((await app.call(accounts.getTwoFactor, { as })).body.data).toMatchObject({
      enabled: true,
      backupCodesLeft: 10,
    })
    const db = app.services.database.system
    const { twoFactorSecret } = await db
      .selectFrom('users')
      .select('twoFactorSecret')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(twoFactorSecret?.includes(secret)).toBe(false)
    const backupCodes = await db.selectFrom('backupCodes').selectAll().where('userId', '=', user.id).execute()
    expect(backupCodes.map((row) => row.hash.length)).toEqual(Array(10).fill(32))
    const entries = await db
      .selectFrom('auditEntries')
      .selectAll()
      .where('organizationId', '=', organization.id)
      .execute()
    expect(entries).toMatchObject([
      {
        userId: user.id,
        entity: 'user',
        entityId: user.id,
        action: 'turn on two-factor sign-in',
        old: null,
        new: null,
      },
    ])
  })

  it('its user is told by mail when it goes on, and when it goes off', async () => {
    const { as, user, secret } = await secured()
    expect(await mailTo(app, user.email)).toMatch(/^Subject: Two-factor authentication is on\r$/m)
    await app.call(accounts.disableTwoFactor, { as, body: { password, code: codeAt(secret, now) } })
    expect(await mailTo(app, user.email)).toMatch(/^Subject: Two-factor authentication is off\r$/m)
  })

  it("an email that is not proven to be one's own cannot be locked", async () => {
    const user = await makeUser(app.services, { confirmed: false })
    expect((await begin(await makeSession(app.services, user.id, null))).body.code).toBe('email_unconfirmed')
  })

  it('a repeated request keeps no secret for its repetition', async () => {
    const { as, user } = await makeSeller(app.services)
    await app.call(accounts.beginTwoFactor, { as, body: { password }, headers: { 'idempotency-key': 'again' } })
    expect(
      await app.services.database.system
        .selectFrom('idempotencyKeys')
        .selectAll()
        .where('userId', '=', user.id)
        .execute(),
    ).toEqual([])
  })
})

describe('signing in with two factors', () => {
  it('asks for a code once the password is right, and only then', async () => {
    const { user, secret } = await secured()
    const challenge = await logIn(user.email)
    expect(challenge.status).toBe(401)
    expect(challenge.body).toEqual({
      success: false,
      data: null,
      message: 'Enter the code from your authenticator app, or a backup code.',
      code: 'second_factor_required',
    })
    expect(cookiesOf(challenge)).toEqual({})
    const badPassword = await app.call(accounts.login, {
      body: { email: user.email, password: sha256('wrong'), otp: codeAt(secret, now) },
      headers: visitor(),
    })
    expect(badPassword.body.code).toBe('bad_credentials')
    const right = await logIn(user.email, codeAt(secret, now))
    expect(right.status).toBe(200)
    expect(shown(right)).toMatchObject({ twoFactor: true })
  })

  it.each([
    [-60, 401],
    [-30, 200],
    [0, 200],
    [30, 200],
    [60, 401],
  ])('takes the code of a clock %i seconds beside ours: %i', async (seconds, status) => {
    const { user, secret } = await secured()
    expect((await logIn(user.email, codeAt(secret, new Date(now.getTime() + seconds * 1000)))).status).toBe(status)
  })

  it('a code works once, also when two send it at once, and none of an earlier step after it', async () => {
    const { user, secret } = await secured()
    const code = codeAt(secret, now)
    const answers = await Promise.all([logIn(user.email, code), logIn(user.email, code)])
    expect(answers.map((a) => a.status).sort()).toEqual([200, 401])
    expect((await logIn(user.email, code)).body.code).toBe('second_factor_wrong')
    expect((await logIn(user.email, codeAt(secret, new Date(now.getTime() - 30_000)))).body.code).toBe(
      'second_factor_wrong',
    )
    later(30)
    expect((await logIn(user.email, codeAt(secret, now))).status).toBe(200)
  })

  it('the code that confirmed the setting up does not sign in', async () => {
    const { as, user } = await makeSeller(app.services)
    const secret = (await begin(as)).body.data?.secret ?? ''
    await confirm(as, codeAt(secret, now))
    expect((await logIn(user.email, codeAt(secret, now))).body.code).toBe('second_factor_wrong')
  })

  it('a backup code works once, however it is typed, and for its user only', async () => {
    const [{ user, codes, as }, other] = [await secured(), await secured()]
    const [code = '', typed = ''] = codes
    expect((await logIn(other.user.email, code)).status).toBe(401)
    expect((await logIn(user.email, code)).status).toBe(200)
    expect((await logIn(user.email, code)).body.code).toBe('second_factor_wrong')
    expect((await logIn(user.email, ` ${typed.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
    expect((await app.call(accounts.getTwoFactor, { as })).body.data?.backupCodesLeft).toBe(8)
  })

  it('a mailed link needs the code, too, and is not used up by asking', async () => {
    const { user, secret } = await secured()
    await app.call(accounts.sendLoginEmail, { body: { email: user.email }, headers: visitor() })
    const { token = '' } = queryOf(await mailTo(app, user.email), '/login')
    const follow = (otp?: string) =>
      app.call(accounts.login, {
        body: { email: user.email, accessToken: token, ...(otp ? { otp } : {}) },
        headers: visitor(),
      })
    expect((await follow()).body.code).toBe('second_factor_required')
    expect((await follow('000 000')).body.code).toBe('second_factor_wrong')
    expect((await follow(codeAt(secret, now))).status).toBe(200)
    later(30)
    expect((await follow(codeAt(secret, now))).body.code).toBe('bad_credentials')
  })

  it('ten wrong codes from one network stop it', async () => {
    const { user, secret } = await secured()
    const guesser = visitor()
    for (let i = 0; i < 10; i++)
      expect((await logIn(user.email, 'wrong-wrong', guesser)).body.code).toBe('second_factor_wrong')
    expect((await logIn(user.email, codeAt(secret, now), guesser)).status).toBe(429)
    expect((await logIn(user.email, codeAt(secret, now))).status).toBe(200)
  })

  it('twenty wrong codes from anywhere stop guessing for the hour', async () => {
    const { user, secret } = await secured()
    await logIn(user.email, 'wrong-wrong')
    await app.services.database.system
      .updateTable('rateLimits')
      .set({ tries: 20 })
      .where('key', 'like', 'second-factor:%')
      .execute()
    expect((await logIn(user.email, codeAt(secret, now))).status).toBe(429)
    await app.services.database.system.deleteFrom('rateLimits').where('key', 'like', 'second-factor:%').execute()
  })
})

describe('turning it off, and new backup codes', () => {
  const off = (as: string, code: string, currentPassword = password) =>
    app.call(accounts.disableTwoFactor, { as, body: { password: currentPassword, code } })

  it('need the password and a code', async () => {
    const { as, user, secret, codes } = await secured()
    expect(Object.keys((await off(as, codes[0] ?? '', sha256('wrong'))).body.fields ?? {})).toEqual(['password'])
    expect(Object.keys((await off(as, 'wrong-wrong')).body.fields ?? {})).toEqual(['code'])
    const answer = await off(as, codeAt(secret, now))
    expect(answer.status).toBe(200)
    expect(shown(answer)).toMatchObject({ twoFactor: false })
    expect((await logIn(user.email)).status).toBe(200)
    const row = await app.services.database.system
      .selectFrom('users')
      .select('twoFactorSecret')
      .where('id', '=', user.id)
      .executeTakeFirst()
    expect(row).toEqual({ twoFactorSecret: null })
    expect(
      await app.services.database.system.selectFrom('backupCodes').selectAll().where('userId', '=', user.id).execute(),
    ).toEqual([])
    expect((await off(as, codes[0] ?? '')).body.code).toBe('two_factor_off')
  })

  it('new backup codes end the old ones', async () => {
    const { as, user, secret, codes } = await secured()
    const renewed =
      (await app.call(accounts.renewBackupCodes, { as, body: { password, code: codeAt(secret, now) } })).body.data
        ?.backupCodes ?? []
    expect(renewed).toHaveLength(10)
    expect((await logIn(user.email, codes[1] ?? '')).status).toBe(401)
    expect((await logIn(user.email, renewed[1] ?? '')).status).toBe(200)
  })
})

describe('an organization that asks for it', () => {
  const require = (as: string, clientId: number, requireTwoFactor: boolean) =>
    app.call(updateClient, { as, body: { clientId, displayName: 'Shop', description: '', requireTwoFactor } })

  it('its Admin sets it up first', async () => {
    const { as, organization } = await makeSeller(app.services)
    const refused = await require(as, organization.id, true)
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_setup_required'])
  })

  it('lets members without it do nothing there but set it up, at once', async () => {
    const { as, organization } = await secured()
    const member = await makeUser(app.services)
    await makeMember(app.services, organization.id, member.id, 4)
    const working = await makeSession(app.services, member.id, organization.id)
    expect((await app.call(getClient, { as: working })).status).toBe(200)
    expect((await require(as, organization.id, true)).body.data?.requireTwoFactor).toBe(true)
    const refused = await app.call(getClient, { as: working })
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_setup_required'])
    expect((await app.fastify.inject({ url: '/api/v2/events', headers: { cookie: working } })).statusCode).toBe(403)
    expect((await app.call(imageSignature, { as: working })).body.data?.folder).toBe(`u${member.id}`)
    const signedIn = await logIn(member.email)
    expect(shown(signedIn)).toMatchObject({
      clientId: organization.id,
      twoFactor: false,
      secondFactorSetupRequired: true,
    })
    const fresh = `jwt=${signedIn.body.data}`
    expect((await app.call(accounts.getUser, { as: fresh })).status).toBe(200)
    expect((await app.call(accounts.getTwoFactor, { as: fresh })).body.data?.requiredBy).toEqual(['Shop'])
    const secret = (await begin(fresh)).body.data?.secret ?? ''
    const done = await confirm(fresh, codeAt(secret, now))
    expect(shown(done)).toMatchObject({ twoFactor: true, secondFactorSetupRequired: false })
    expect((await app.call(getClient, { as: fresh })).status).toBe(200)
    expect((await app.call(getClient, { as })).status).toBe(200)
  })

  it('saving the organization without a word about it leaves it, and who turned it on is kept', async () => {
    const { as, organization, user } = await secured()
    await require(as, organization.id, true)
    const saved = await app.call(updateClient, {
      as,
      body: { clientId: organization.id, displayName: 'Shop', description: 'More' },
    })
    expect(saved.body.data?.requireTwoFactor).toBe(true)
    const entries = await app.services.database.system
      .selectFrom('auditEntries')
      .selectAll()
      .where('organizationId', '=', organization.id)
      .where('entity', '=', 'organization')
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { userId: user.id, action: 'update', old: { requireTwoFactor: false }, new: { requireTwoFactor: true } },
      { old: { description: '' }, new: { description: 'More' } },
    ])
  })
})
