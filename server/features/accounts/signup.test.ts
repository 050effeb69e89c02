import { describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import { addUserRole, createClient } from '#contract/organizations/organizations.ts'
import { makeSeller, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { cookiesOf, mailTo, queryOf, sha256, visitor } from '#server/testing/shop/people.ts'
import { accountsApp, password, wrong } from '#server/testing/shop/accounts.ts'

const { app, newEmail, signUp, logIn } = accountsApp()

describe('creating an account', () => {
  it('ACC-180, ACC-181, ACC-098 answers a token of an unconfirmed user without a name and mails the confirmation', async () => {
    const { email, answer, as } = await signUp()
    expect(answer.status).toBe(200)
    expect(cookiesOf(answer).jwt?.value).toBe(answer.body.data)
    expect((await app().call(accounts.getUser, { as })).body.data).toMatchObject({
      email,
      name: '',
      emailConfirmed: false,
    })
    const { uuid, code } = queryOf(await mailTo(app(), email), '/confirmEmail')
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/)
    expect(Buffer.from(code ?? '', 'base64url')).toHaveLength(32)
  })

  it('ACC-181 keeps argon2id of the received hash, OWASP parameters, and no reply shows it', async () => {
    const { email, as } = await signUp()
    const { passwordHash } = await app()
      .services.database.system.selectFrom('users')
      .select('passwordHash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(passwordHash).not.toContain(password)
    for (const answer of [
      await app().call(accounts.getUser, { as }),
      await app().call(accounts.updateUser, { as, body: { user: { name: 'A' } } }),
      await app().call(accounts.listSessions, { as }),
      await logIn(email),
    ]) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify([answer.body, answer.headers])).not.toMatch(/argon2|passwordHash|password_hash/)
    }
  })

  it('ACC-096, ACC-181 two different passwords are refused at the field', async () => {
    const answer = await app().call(accounts.createAccount, {
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
    const { rows } = await app()
      .services.queue.boss.getDb()
      .executeSql(`select data from jobs.job where name = 'mail.send' and data ->> 'to' = $1`, [email])
    const { code = '' } = queryOf(await mailTo(app(), email), '/confirmEmail')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
    const codes = await app().services.database.system.selectFrom('mailedCodes').selectAll().execute()
    expect(JSON.stringify(codes)).not.toContain(code)
    expect(codes.some((c) => c.hash.toString('hex') === sha256(code))).toBe(true)
  })

  it('one network makes at most twenty accounts an hour', async () => {
    const headers = visitor()
    // The count without the cost of twenty hashes.
    await app().call(accounts.createAccount, {
      body: { email: newEmail(), password, checkPassword: password },
      headers,
    })
    await app()
      .services.database.system.updateTable('rateLimits')
      .set({ tries: 20 })
      .where('key', 'like', 'sign-up-from:%')
      .execute()
    const answer = await app().call(accounts.createAccount, {
      body: { email: newEmail(), password, checkPassword: password },
      headers,
    })
    expect(answer.status).toBe(429)
    await app().services.database.system.deleteFrom('rateLimits').where('key', 'like', 'sign-up-from:%').execute()
  })
})

describe('confirming an email', () => {
  it('ACC-125, ACC-127, ACC-185 the mailed code confirms and ends the session; used again it says so', async () => {
    const { email, as } = await signUp()
    const { uuid = '', code = '' } = queryOf(await mailTo(app(), email), '/confirmEmail')
    const confirm = () => app().call(accounts.confirmEmail, { body: { uuid, code }, headers: visitor() })
    expect((await confirm()).status).toBe(200)
    expect((await app().call(accounts.getUser, { as })).status).toBe(401)
    expect(
      (await app().call(accounts.getUser, { as: `jwt=${(await logIn(email)).body.data}` })).body.data?.emailConfirmed,
    ).toBe(true)
    const again = await confirm()
    expect([again.status, again.body.code]).toEqual([400, 'code_invalid'])
    expect(again.body.message).toContain('already confirmed')
  })

  it('ACC-124, ACC-117, ACC-132 a code dies after 30 minutes, with a newer one, with another user, and is claimed once by many', async () => {
    const { email, as } = await signUp()
    const other = await makeUser(app().services)
    const first = queryOf(await mailTo(app(), email), '/confirmEmail')
    const confirm = (uuid = '', code = '') =>
      app().call(accounts.confirmEmail, { body: { uuid, code }, headers: visitor() })
    expect((await confirm(other.uuid, first.code)).status).toBe(400)
    expect((await app().call(accounts.sendConfirmationEmail, { as })).body.message).toBe('Sent confirmation email.')
    expect((await confirm(first.uuid, first.code)).status).toBe(400)
    const second = queryOf(await mailTo(app(), email), '/confirmEmail')
    const { clock } = app().services
    app().services.clock = { ...clock, now: () => new Date(Date.now() + 30 * 60_000 + 1000) }
    expect((await confirm(second.uuid, second.code)).status).toBe(400)
    app().services.clock = clock
    const all = await Promise.all(Array.from({ length: 8 }, () => confirm(second.uuid, second.code)))
    expect(all.map((a) => a.status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
  })

  it('ACC-186 another mail within half a minute is refused', async () => {
    const { as } = await signUp()
    expect((await app().call(accounts.sendConfirmationEmail, { as })).status).toBe(200)
    const answer = await app().call(accounts.sendConfirmationEmail, { as })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(30)
  })
})

describe('confirming where there is no mail server', () => {
  /** From the machine itself: nobody passed it on. */
  const here = (as: string, from: TestApp = app()) => from.call(accounts.confirmHere, { as })
  const shownBy = (answer: { headers: Record<string, unknown> }) =>
    JSON.parse(decodeURIComponent(cookiesOf(answer).user?.value ?? '{}')) as Record<string, unknown>

  it('who sits at the machine confirms there and goes on with the same session; the mailed link is used up', async () => {
    const { as, email } = await signUp()
    expect((await app().call(accounts.confirmation, { as })).body.data).toEqual({ mailed: false, here: true })
    const answer = await here(as)
    expect(answer.status).toBe(200)
    expect(shownBy(answer)).toMatchObject({ email, emailConfirmed: true })
    const created = await app().call(createClient, { as, body: { name: 'AtHome', displayName: 'At home' } })
    expect(created.status).toBe(200)
    const { uuid = '', code = '' } = queryOf(await mailTo(app(), email), '/confirmEmail')
    const late = await app().call(accounts.confirmEmail, { body: { uuid, code }, headers: visitor() })
    expect(late.body.code).toBe('code_invalid')
  })

  it('a remote browser, a proxy on the machine and another site are refused and told of the link', async () => {
    const { as } = await signUp()
    const others: Record<string, string>[] = [visitor(), { forwarded: 'for=198.18.0.9' }, { host: 'evil.example' }]
    for (const headers of others) {
      expect((await app().call(accounts.confirmation, { as, headers })).body.data).toEqual({
        mailed: false,
        here: false,
      })
      const answer = await app().call(accounts.confirmHere, { as, headers })
      expect(answer.status).toBe(403)
      expect(answer.body.message).toContain('Open the link in your email')
    }
    expect((await app().call(accounts.getUser, { as })).body.data?.emailConfirmed).toBe(false)
  })

  it.each([
    ['a mail server is set', { MAIL_URL: 'smtp://127.0.0.1:9' }, { mailed: true, here: false }],
    ['Motto is known by another name', { PUBLIC_URL: 'https://motto.example.com' }, { mailed: false, here: false }],
  ])('is refused where %s', async (_, settings, ways) => {
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
    const { as: admin, organization } = await makeSeller(app().services)
    const email = newEmail()
    await app().call(addUserRole, { as: admin, body: { clientId: organization.id, userEmail: email, userRole: 2 } })
    const { as } = await signUp(email)
    expect((await app().call(accounts.confirmation, { as })).body.data).toEqual({ mailed: false, here: false })
    expect((await here(as)).status).toBe(403)
  })
})
