import { describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import { makeSeller, makeUser } from '#seed/make.ts'
import { mailTo, queryOf, sha256, visitor } from '#server/testing/shop/people.ts'
import { accountsApp, password, wrong } from '#server/testing/shop/accounts.ts'

const { app, logIn } = accountsApp()

describe('mailed links', () => {
  it('ACC-104, ACC-182..ACC-184, ACC-117 a reset sets the password, ends every session, and works once', async () => {
    const { user, as } = await makeSeller(app().services)
    const sent = await app().call(accounts.sendResetPasswordEmail, { body: { email: user.email }, headers: visitor() })
    expect([sent.status, sent.body.message]).toEqual([200, 'Sent Reset Password Email'])
    const { uuid = '', code = '' } = queryOf(await mailTo(app(), user.email), '/resetPassword')
    const fresh = sha256('Another-horse-10')
    const reset = (checkPassword: string) =>
      app().call(accounts.resetPassword, { body: { uuid, code, password: fresh, checkPassword }, headers: visitor() })
    expect((await reset(wrong)).body.fields).toEqual({ checkPassword: 'Passwords do not match.' })
    expect((await reset(fresh)).status).toBe(200)
    expect((await app().call(accounts.getUser, { as })).status).toBe(401)
    expect((await logIn(user.email)).status).toBe(401)
    expect((await logIn(user.email, fresh)).status).toBe(200)
    expect((await reset(fresh)).body.code).toBe('code_invalid')
  })

  it('ACC-183 an unknown email answers the same, and as late', async () => {
    const user = await makeUser(app().services)
    const ask = async (email: string) => {
      const began = performance.now()
      const { status, body } = await app().call(accounts.sendResetPasswordEmail, {
        body: { email },
        headers: visitor(),
      })
      expect(performance.now() - began).toBeGreaterThanOrEqual(145)
      return { status, body }
    }
    expect(await ask('nobody-at-all@example.com')).toEqual(await ask(user.email))
  })

  it('somebody who asks for mails without end cannot keep the owner from one', async () => {
    const user = await makeUser(app().services)
    const ask = (headers: Record<string, string>) =>
      app().call(accounts.sendResetPasswordEmail, { body: { email: user.email }, headers })
    const nagger = visitor()
    expect((await ask(nagger)).status).toBe(200)
    expect((await ask(nagger)).status).toBe(429)
    for (let i = 0; i < 7; i++) expect((await ask(visitor())).status).toBe(200)
    const { uuid = '', code = '' } = queryOf(await mailTo(app(), user.email), '/resetPassword')
    expect(
      (
        await app().call(accounts.resetPassword, {
          body: { uuid, code, password, checkPassword: password },
          headers: visitor(),
        })
      ).status,
    ).toBe(200)
  })

  it('ACC-073, ACC-074, ACC-078 a sign-in link signs in once, its email only; a session token is no such link', async () => {
    const { user, as } = await makeSeller(app().services)
    const other = await makeUser(app().services)
    await app().call(accounts.sendLoginEmail, { body: { email: user.email }, headers: visitor() })
    const { email = '', token = '' } = queryOf(await mailTo(app(), user.email), '/login')
    expect(email).toBe(user.email)
    const open = (who: string, accessToken: string) =>
      app().call(accounts.login, { body: { email: who, password: '', accessToken }, headers: visitor() })
    expect((await open(other.email, token)).status).toBe(401)
    expect((await open(user.email, as.slice(4))).status).toBe(401)
    expect((await open(user.email, token)).status).toBe(200)
    expect((await open(user.email, token)).status).toBe(401)
  })

  it('a code of one purpose does not serve another', async () => {
    const user = await makeUser(app().services)
    await app().call(accounts.sendLoginEmail, { body: { email: user.email }, headers: visitor() })
    const { token = '' } = queryOf(await mailTo(app(), user.email), '/login')
    const answer = await app().call(accounts.resetPassword, {
      body: { uuid: user.uuid, code: token, password, checkPassword: password },
      headers: visitor(),
    })
    expect(answer.body.code).toBe('code_invalid')
  })
})
