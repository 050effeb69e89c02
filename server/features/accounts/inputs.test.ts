import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import { addUserRole, getClient } from '#contract/organizations/organizations.ts'
import { makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { mailTo, queryOf, sha256, visitor } from '#server/testing/shop/people.ts'

const password = sha256('Correct-horse-9')
const plain = 'Correct-horse-9'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const post = (path: string, payload: object, cookie = '') =>
  app.fastify.inject({
    method: 'POST',
    url: `/api/v2/users/${path}`,
    payload,
    headers: { ...visitor(), ...(cookie ? { cookie } : {}) },
  })
const fieldsOf = (answer: Awaited<ReturnType<typeof post>>) =>
  Object.keys(answer.json<{ fields?: object }>().fields ?? {})

describe('what the account calls take', () => {
  it('ACC-112 a reset needs uuid, code, password and confirmation; with one of them missing nothing happens', async () => {
    const { user, as } = await makeSeller(app.services)
    await app.call(accounts.sendResetPasswordEmail, { body: { email: user.email }, headers: visitor() })
    const { uuid = '', code = '' } = queryOf(await mailTo(app, user.email), '/resetPassword')
    const whole: Record<string, string> = {
      uuid,
      code,
      password: sha256('Other-horse-10'),
      checkPassword: sha256('Other-horse-10'),
    }
    for (const missing of Object.keys(whole)) {
      const answer = await post('resetPassword', { ...whole, [missing]: undefined })
      expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, [missing]])
    }
    expect((await app.call(accounts.getUser, { as })).status).toBe(200)
    expect((await post('resetPassword', whole)).statusCode).toBe(200)
  })

  it.each([
    ['login', { email: 'a@b.co', password: plain }, ['password']],
    ['createAccount', { email: 'a@b.co', password: plain, checkPassword: plain }, ['password', 'checkPassword']],
    [
      'resetPassword',
      { uuid: crypto.randomUUID(), code: 'c', password: plain, checkPassword: plain },
      ['password', 'checkPassword'],
    ],
    ['twoFactor/begin', { password: plain }, ['password']],
    ['twoFactor/disable', { password: plain, code: '123456' }, ['password']],
  ])('ACC-113, ACC-173 %s refuses a password that is not hashed', async (path, body, fields) => {
    const answer = await post(path, body, (await makeSeller(app.services)).as)
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, fields])
  })

  it.each(['123456789', 'password', 'Password1', 'qwerty123', 'Welcome2026'])(
    'ACC-087 an account whose password is %j is refused by the server, too',
    async (weak) => {
      const email = `${randomUUID()}@example.com`
      const answer = await post('createAccount', { email, password: sha256(weak), checkPassword: sha256(weak) })
      expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, ['password']])
    },
  )

  it.each(['', 'dana', 'dana@', '@example.com', 'dana@example', 'da na@example.com', `${'a'.repeat(250)}@b.co`])(
    'ACC-171 the email %j is none',
    async (email) => {
      for (const path of ['login', 'createAccount', 'sendResetPasswordEmail', 'sendLoginEmail']) {
        const answer = await post(path, { email, password, checkPassword: password })
        expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, ['email']])
      }
    },
  )

  it('ACC-097, ACC-098 a name that is sent with a sign-up is not taken', async () => {
    const answer = await post('createAccount', {
      email: 'named@example.com',
      name: 'Dana',
      password,
      checkPassword: password,
    })
    expect(
      (await app.call(accounts.getUser, { as: `jwt=${answer.json<{ data: string }>().data}` })).body.data?.name,
    ).toBe('')
  })

  it('ACC-133 POST /users/logout ends the session, and is no error without one', async () => {
    const { as } = await makeSeller(app.services)
    expect((await post('logout', {}, as)).statusCode).toBe(200)
    expect((await app.call(accounts.getUser, { as })).status).toBe(401)
    expect((await post('logout', {})).statusCode).toBe(200)
  })
})

describe('a profile', () => {
  it('ACC-136 never changes its email, nor whether it is confirmed or super-admin', async () => {
    const { as, user } = await makeSeller(app.services)
    const saved = await post(
      'user',
      { user: { name: 'New', email: 'other@example.com', emailConfirmed: false, isSuper: true } },
      as,
    )
    expect(saved.json<{ data: object }>().data).toMatchObject({ name: 'New', email: user.email, emailConfirmed: true })
    const row = await app.services.database.system
      .selectFrom('users')
      .select(['email', 'isSuper'])
      .where('id', '=', user.id)
      .executeTakeFirst()
    expect(row).toEqual({ email: user.email, isSuper: false })
  })

  it('ACC-137, ACC-138 a name has at most 120 characters and a biography 2,000', async () => {
    const { as } = await makeSeller(app.services)
    const save = (user: object) => post('user', { user }, as)
    expect((await save({ name: 'n'.repeat(120), description: 'd'.repeat(2000) })).statusCode).toBe(200)
    expect(fieldsOf(await save({ name: 'n'.repeat(121) }))).toEqual(['user.name'])
    expect(fieldsOf(await save({ description: 'd'.repeat(2001) }))).toEqual(['user.description'])
  })
})

it('ACC-168 an accepted role takes effect with the next sign-in', async () => {
  const { as, organization } = await makeSeller(app.services)
  const guest = await makeUser(app.services)
  const before = await makeSession(app.services, guest.id, null)
  await app.call(addUserRole, { as, body: { clientId: organization.id, userEmail: guest.email, userRole: 4 } })
  expect((await app.call(accounts.acceptRole, { as: before, body: { clientId: organization.id } })).status).toBe(200)
  expect((await app.call(getClient, { as: before })).body.code).toBe('no_organization')
  const again = `jwt=${(await app.call(accounts.login, { body: { email: guest.email, password }, headers: visitor() })).body.data}`
  expect((await app.call(getClient, { as: again })).body.data?.id).toBe(organization.id)
})
