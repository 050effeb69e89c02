import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import { addUserRole, clientLogin, createClient, getClient, getUserClients } from '#contract/organizations.ts'
import { makeMember, makeOrganization, makeSeller, makeUser } from '#seed/make.ts'
import { systemClock } from '#server/services.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { cookiesOf, mailTo, queryOf, sha256, visitor } from '#server/testing/people.ts'

const password = sha256('Correct-horse-9')
const wrong = sha256('Wrong-horse-9')
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

let people = 0
const newEmail = () => `person${++people}@example.com`
const signUp = async (email = newEmail()) => {
  const answer = await app.call(accounts.createAccount, {
    body: { email, password, checkPassword: password },
    headers: visitor(),
  })
  return { email, answer, as: `jwt=${answer.body.data}` }
}
const logIn = (email: string, sent = password, headers: Record<string, string> = visitor()) =>
  app.call(accounts.login, { body: { email, password: sent }, headers })

describe('signing in', () => {
  it('ACC-002..ACC-011, ACC-020..ACC-025, ACC-027, ACC-178 gives the token in data and in a cookie that scripts cannot read, and a user cookie without secrets', async () => {
    const { user, organization } = await makeSeller(app.services, 3)
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

  it('ACC-022 the cookies are Secure where the site is https', async () => {
    const secure = await testApp({ PUBLIC_URL: 'https://motto.example.com' })
    const user = await makeUser(secure.services)
    const answer = await secure.call(accounts.login, { body: { email: user.email, password } })
    for (const cookie of Object.values(cookiesOf(answer))) expect(cookie.attributes).toContain('Secure')
    await secure.stop()
  })

  it('ACC-038, ACC-004, ORG-029 the only organization is selected, of several none, for a super-admin none', async () => {
    const [user, chief] = [await makeUser(app.services), await makeUser(app.services, { isSuper: true })]
    const [one, two] = [await makeOrganization(app.services), await makeOrganization(app.services)]
    await makeMember(app.services, one.id, user.id, 4)
    await makeMember(app.services, one.id, chief.id, 4)
    expect(decodeJwt((await logIn(user.email)).body.data ?? '')).toMatchObject({ clientId: one.id, roleId: 4 })
    await makeMember(app.services, two.id, user.id, 5)
    expect(decodeJwt((await logIn(user.email)).body.data ?? '')).toMatchObject({
      clientId: null,
      roleId: null,
      clientIds: [one.id, two.id],
    })
    expect(decodeJwt((await logIn(chief.email)).body.data ?? '')).toMatchObject({ clientId: null, roleId: 1 })
  })

  it('ACC-077 a wrong email and a wrong password answer the same', async () => {
    const user = await makeUser(app.services)
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
    const user = await makeUser(app.services, { email: 'Mixed.Case@Example.com' })
    expect((await logIn('mixed.case@example.COM')).status).toBe(200)
    expect(user.email).toBe('Mixed.Case@Example.com')
  })

  it('ACC-001, ACC-026, ACC-028, ACC-179 a call without a valid session is refused, and logging out ends the session and its cookies', async () => {
    const { user } = await makeSeller(app.services)
    const as = `jwt=${(await logIn(user.email)).body.data}`
    expect((await app.call(accounts.getUser, { as })).status).toBe(200)
    const out = await app.call(accounts.logout, { as })
    expect(Object.entries(cookiesOf(out)).map(([name, c]) => [name, c.value])).toEqual([
      ['jwt', ''],
      ['user', ''],
    ])
    for (const given of [as, `${as}x`, 'jwt=', '']) {
      const answer = await app.call(accounts.getUser, { as: given })
      expect([answer.status, answer.body.success]).toEqual([401, false])
    }
  })

  it('signing in again ends the session before', async () => {
    const { user } = await makeSeller(app.services)
    const as = `jwt=${(await logIn(user.email)).body.data}`
    await app.call(accounts.login, { body: { email: user.email, password }, as, headers: visitor() })
    expect((await app.call(accounts.getUser, { as })).status).toBe(401)
  })

  it('a request that another site sends is refused', async () => {
    const user = await makeUser(app.services)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await app.call(accounts.login, { body: { email: user.email, password }, headers })
      expect([answer.status, answer.body.code]).toEqual([403, 'wrong_origin'])
    }
    expect(
      (
        await app.call(accounts.login, {
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
    app.services.clock = { ...app.services.clock, now: () => at }
  })
  afterAll(() => {
    app.services.clock = systemClock
  })

  it('ten wrong passwords from one network stop it, with the time to wait, and nobody else', async () => {
    const user = await makeUser(app.services)
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
    const user = await makeUser(app.services)
    const home = visitor()
    expect((await logIn(user.email, password, home)).status).toBe(200)
    // Counted without trying 100 hashes: what a storm leaves behind.
    await logIn(user.email, wrong)
    await app.services.database.system
      .updateTable('rateLimits')
      .set({ tries: 100 })
      .where('key', 'like', 'login-at:%')
      .execute()
    expect((await logIn(user.email, password, visitor())).status).toBe(429)
    expect((await logIn(user.email, password, home)).status).toBe(200)
    await app.call(accounts.sendLoginEmail, { body: { email: user.email }, headers: visitor() })
    const { token = '' } = queryOf(await mailTo(app, user.email), '/login')
    expect(
      (await app.call(accounts.login, { body: { email: user.email, accessToken: token }, headers: visitor() })).status,
    ).toBe(200)
  })

  it('right passwords do not count', async () => {
    const user = await makeUser(app.services)
    const office = visitor()
    for (let i = 0; i < 12; i++) expect((await logIn(user.email, password, office)).status).toBe(200)
  })
})

describe('creating an account', () => {
  it('ACC-180, ACC-181, ACC-098 answers a token of an unconfirmed user without a name and mails the confirmation', async () => {
    const { email, answer, as } = await signUp()
    expect(answer.status).toBe(200)
    expect(cookiesOf(answer).jwt?.value).toBe(answer.body.data)
    expect((await app.call(accounts.getUser, { as })).body.data).toMatchObject({
      email,
      name: '',
      emailConfirmed: false,
    })
    const { uuid, code } = queryOf(await mailTo(app, email), '/confirmEmail')
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/)
    expect(Buffer.from(code ?? '', 'base64url')).toHaveLength(32)
  })

  it('ACC-181 keeps argon2id of the received hash, OWASP parameters, and no reply shows it', async () => {
    const { email, as } = await signUp()
    const { passwordHash } = await app.services.database.system
      .selectFrom('users')
      .select('passwordHash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(passwordHash).not.toContain(password)
    for (const answer of [
      await app.call(accounts.getUser, { as }),
      await app.call(accounts.updateUser, { as, body: { user: { name: 'A' } } }),
      await app.call(accounts.listSessions, { as }),
      await logIn(email),
    ]) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify([answer.body, answer.headers])).not.toMatch(/argon2|passwordHash|password_hash/)
    }
  })

  it('ACC-096, ACC-181 two different passwords are refused at the field', async () => {
    const answer = await app.call(accounts.createAccount, {
      body: { email: newEmail(), password, checkPassword: wrong },
      headers: visitor(),
    })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({ checkPassword: 'Passwords do not match.' })
  })

  it('ACC-099 an email in use answers 409, in any case of letters', async () => {
    const { email } = await signUp()
    const { answer } = await signUp(email.toUpperCase())
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('An account with this email already exists.')
  })

  it('the mail waits sealed: neither the job nor the database holds a code that works', async () => {
    const { email } = await signUp()
    const { rows } = await app.services.queue.boss
      .getDb()
      .executeSql(`select data from jobs.job where name = 'mail.send' and data ->> 'to' = $1`, [email])
    const { code = '' } = queryOf(await mailTo(app, email), '/confirmEmail')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
    const codes = await app.services.database.system.selectFrom('mailedCodes').selectAll().execute()
    expect(JSON.stringify(codes)).not.toContain(code)
    expect(codes.some((c) => c.hash.toString('hex') === sha256(code))).toBe(true)
  })

  it('one network makes at most twenty accounts an hour', async () => {
    const headers = visitor()
    // The count without the cost of twenty hashes.
    await app.call(accounts.createAccount, { body: { email: newEmail(), password, checkPassword: password }, headers })
    await app.services.database.system
      .updateTable('rateLimits')
      .set({ tries: 20 })
      .where('key', 'like', 'sign-up-from:%')
      .execute()
    const answer = await app.call(accounts.createAccount, {
      body: { email: newEmail(), password, checkPassword: password },
      headers,
    })
    expect(answer.status).toBe(429)
    await app.services.database.system.deleteFrom('rateLimits').where('key', 'like', 'sign-up-from:%').execute()
  })
})

describe('confirming an email', () => {
  it('ACC-125, ACC-127, ACC-185 the mailed code confirms and ends the session; used again it says so', async () => {
    const { email, as } = await signUp()
    const { uuid = '', code = '' } = queryOf(await mailTo(app, email), '/confirmEmail')
    const confirm = () => app.call(accounts.confirmEmail, { body: { uuid, code }, headers: visitor() })
    expect((await confirm()).status).toBe(200)
    expect((await app.call(accounts.getUser, { as })).status).toBe(401)
    expect(
      (await app.call(accounts.getUser, { as: `jwt=${(await logIn(email)).body.data}` })).body.data?.emailConfirmed,
    ).toBe(true)
    const again = await confirm()
    expect([again.status, again.body.code]).toEqual([400, 'code_invalid'])
    expect(again.body.message).toContain('already used')
  })

  it('ACC-124, ACC-117, ACC-132 a code dies after 30 minutes, with a newer one, with another user, and is claimed once by many', async () => {
    const { email, as } = await signUp()
    const other = await makeUser(app.services)
    const first = queryOf(await mailTo(app, email), '/confirmEmail')
    const confirm = (uuid = '', code = '') =>
      app.call(accounts.confirmEmail, { body: { uuid, code }, headers: visitor() })
    expect((await confirm(other.uuid, first.code)).status).toBe(400)
    expect((await app.call(accounts.sendConfirmationEmail, { as })).body.message).toBe('Sent confirmation email.')
    expect((await confirm(first.uuid, first.code)).status).toBe(400)
    const second = queryOf(await mailTo(app, email), '/confirmEmail')
    const { clock } = app.services
    app.services.clock = { ...clock, now: () => new Date(Date.now() + 30 * 60_000 + 1000) }
    expect((await confirm(second.uuid, second.code)).status).toBe(400)
    app.services.clock = clock
    const all = await Promise.all(Array.from({ length: 8 }, () => confirm(second.uuid, second.code)))
    expect(all.map((a) => a.status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
  })

  it('ACC-186 another mail within half a minute is refused', async () => {
    const { as } = await signUp()
    expect((await app.call(accounts.sendConfirmationEmail, { as })).status).toBe(200)
    const answer = await app.call(accounts.sendConfirmationEmail, { as })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(30)
  })
})

describe('mailed links', () => {
  it('ACC-104, ACC-182..ACC-184, ACC-117 a reset sets the password, ends every session, and works once', async () => {
    const { user, as } = await makeSeller(app.services)
    const sent = await app.call(accounts.sendResetPasswordEmail, { body: { email: user.email }, headers: visitor() })
    expect([sent.status, sent.body.message]).toEqual([200, 'Sent Reset Password Email'])
    const { uuid = '', code = '' } = queryOf(await mailTo(app, user.email), '/resetPassword')
    const fresh = sha256('Another-horse-10')
    const reset = (checkPassword: string) =>
      app.call(accounts.resetPassword, { body: { uuid, code, password: fresh, checkPassword }, headers: visitor() })
    expect((await reset(wrong)).body.fields).toEqual({ checkPassword: 'Passwords do not match.' })
    expect((await reset(fresh)).status).toBe(200)
    expect((await app.call(accounts.getUser, { as })).status).toBe(401)
    expect((await logIn(user.email)).status).toBe(401)
    expect((await logIn(user.email, fresh)).status).toBe(200)
    expect((await reset(fresh)).body.code).toBe('code_invalid')
  })

  it('ACC-183 an unknown email answers the same, and as late', async () => {
    const user = await makeUser(app.services)
    const ask = async (email: string) => {
      const began = performance.now()
      const { status, body } = await app.call(accounts.sendResetPasswordEmail, { body: { email }, headers: visitor() })
      expect(performance.now() - began).toBeGreaterThanOrEqual(145)
      return { status, body }
    }
    expect(await ask('nobody-at-all@example.com')).toEqual(await ask(user.email))
  })

  it('somebody who asks for mails without end cannot keep the owner from one', async () => {
    const user = await makeUser(app.services)
    const ask = (headers: Record<string, string>) =>
      app.call(accounts.sendResetPasswordEmail, { body: { email: user.email }, headers })
    const nagger = visitor()
    expect((await ask(nagger)).status).toBe(200)
    expect((await ask(nagger)).status).toBe(429)
    for (let i = 0; i < 7; i++) expect((await ask(visitor())).status).toBe(200)
    const { uuid = '', code = '' } = queryOf(await mailTo(app, user.email), '/resetPassword')
    expect(
      (
        await app.call(accounts.resetPassword, {
          body: { uuid, code, password, checkPassword: password },
          headers: visitor(),
        })
      ).status,
    ).toBe(200)
  })

  it('ACC-072..ACC-074, ACC-078 a sign-in link signs in once, its email only; a session token is no such link', async () => {
    const { user, as } = await makeSeller(app.services)
    const other = await makeUser(app.services)
    await app.call(accounts.sendLoginEmail, { body: { email: user.email }, headers: visitor() })
    const { email = '', token = '' } = queryOf(await mailTo(app, user.email), '/login')
    expect(email).toBe(user.email)
    const open = (who: string, accessToken: string) =>
      app.call(accounts.login, { body: { email: who, password: '', accessToken }, headers: visitor() })
    expect((await open(other.email, token)).status).toBe(401)
    expect((await open(user.email, as.slice(4))).status).toBe(401)
    expect((await open(user.email, token)).status).toBe(200)
    expect((await open(user.email, token)).status).toBe(401)
  })

  it('a code of one purpose does not serve another', async () => {
    const user = await makeUser(app.services)
    await app.call(accounts.sendLoginEmail, { body: { email: user.email }, headers: visitor() })
    const { token = '' } = queryOf(await mailTo(app, user.email), '/login')
    const answer = await app.call(accounts.resetPassword, {
      body: { uuid: user.uuid, code: token, password, checkPassword: password },
      headers: visitor(),
    })
    expect(answer.body.code).toBe('code_invalid')
  })
})

describe('choosing an organization', () => {
  it('ORG-025, ORG-087, ORG-088 swaps the session for one in it; a stranger, a pending guest and an old token are refused', async () => {
    const user = await makeUser(app.services)
    const [one, two, third] = [
      await makeOrganization(app.services),
      await makeOrganization(app.services),
      await makeOrganization(app.services),
    ]
    await makeMember(app.services, one.id, user.id, 2)
    await makeMember(app.services, two.id, user.id, 5)
    await app.services.database.system
      .insertInto('members')
      .values({ organizationId: third.id, userId: user.id, roleId: 2, status: 'pending', invitedBy: null })
      .execute()
    const as = `jwt=${(await logIn(user.email)).body.data}`
    expect((await app.call(getUserClients, { as })).body.data?.map((o) => o.id).sort()).toEqual([one.id, two.id].sort())
    expect((await app.call(clientLogin, { as, body: { clientLoginId: third.id } })).status).toBe(403)
    const chosen = await app.call(clientLogin, { as, body: { clientLoginId: two.id } })
    expect(decodeJwt(chosen.body.data ?? '')).toMatchObject({ clientId: two.id, roleId: 5 })
    expect(cookiesOf(chosen).jwt?.value).toBe(chosen.body.data)
    expect((await app.call(getUserClients, { as })).status).toBe(401)
    expect((await app.call(getClient, { as: `jwt=${chosen.body.data}`, query: {} })).body.data?.id).toBe(two.id)
  })
})

describe('confirming where there is no mail server', () => {
  /** From the machine itself: nobody passed it on. */
  const here = (as: string, from: TestApp = app) => from.call(accounts.confirmHere, { as })
  const shownBy = (answer: { headers: Record<string, unknown> }) =>
    JSON.parse(decodeURIComponent(cookiesOf(answer).user?.value ?? '{}')) as Record<string, unknown>

  it('who sits at the machine confirms there and goes on with the same session; the mailed link is used up', async () => {
    const { as, email } = await signUp()
    expect((await app.call(accounts.confirmation, { as })).body.data).toEqual({ mailed: false, here: true })
    const answer = await here(as)
    expect(answer.status).toBe(200)
    expect(shownBy(answer)).toMatchObject({ email, emailConfirmed: true })
    const created = await app.call(createClient, { as, body: { name: 'AtHome', displayName: 'At home' } })
    expect(created.status).toBe(200)
    const { uuid = '', code = '' } = queryOf(await mailTo(app, email), '/confirmEmail')
    const late = await app.call(accounts.confirmEmail, { body: { uuid, code }, headers: visitor() })
    expect(late.body.code).toBe('code_invalid')
  })

  it('a remote browser, a proxy on the machine and another site are refused and told of the link', async () => {
    const { as } = await signUp()
    const others: Record<string, string>[] = [visitor(), { forwarded: 'for=198.18.0.9' }, { host: 'evil.example' }]
    for (const headers of others) {
      expect((await app.call(accounts.confirmation, { as, headers })).body.data).toEqual({ mailed: false, here: false })
      const answer = await app.call(accounts.confirmHere, { as, headers })
      expect(answer.status).toBe(403)
      expect(answer.body.message).toContain('Open the link that was sent to you.')
    }
    expect((await app.call(accounts.getUser, { as })).body.data?.emailConfirmed).toBe(false)
  })

  it.each([
    ['a mail server is set', { MAIL_URL: 'smtp://127.0.0.1:9' }, { mailed: true, here: false }],
    ['Motto is known by another name', { PUBLIC_URL: 'https://motto.example.com' }, { mailed: false, here: false }],
  ])('it is refused where %s', async (_, settings, ways) => {
    const other = await testApp(settings)
    const answer = await other.call(accounts.createAccount, {
      body: { email: 'kim@example.com', password, checkPassword: password },
    })
    const as = `jwt=${answer.body.data}`
    expect((await other.call(accounts.confirmation, { as })).body.data).toEqual(ways)
    expect((await here(as, other)).status).toBe(403)
    await other.stop()
  })

  it('an address that was invited is proven by a link, not by sitting there', async () => {
    const { as: admin, organization } = await makeSeller(app.services)
    const email = newEmail()
    await app.call(addUserRole, { as: admin, body: { clientId: organization.id, userEmail: email, userRole: 2 } })
    const { as } = await signUp(email)
    expect((await app.call(accounts.confirmation, { as })).body.data).toEqual({ mailed: false, here: false })
    expect((await here(as)).status).toBe(403)
  })
})
