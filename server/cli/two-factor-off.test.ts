import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginTwoFactor, confirmTwoFactor, getUser, login } from '#contract/accounts.ts'
import { makeSeller } from '#seed/make.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { codeAt } from '#server/testing/authenticator.ts'
import { sha256 } from '#server/testing/shop/people.ts'
import { turnTwoFactorOff } from './two-factor-off.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

it('who has lost the app signs in with the password again, in new sessions', async () => {
  const { as, user } = await makeSeller(app.services)
  const password = sha256('Correct-horse-9')
  const secret = (await app.call(beginTwoFactor, { as, body: { password } })).body.data?.secret ?? ''
  expect((await app.call(confirmTwoFactor, { as, body: { code: codeAt(secret, new Date()) } })).status).toBe(200)
  const logIn = () => app.call(login, { body: { email: user.email, password } })
  expect((await logIn()).body.code).toBe('second_factor_required')
  await turnTwoFactorOff(app.services.database.system, user.email.toUpperCase())
  expect(
    await app.services.database.system
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', user.id)
      .where('revokedAt', 'is', null)
      .execute(),
  ).toEqual([])
  const again = await logIn()
  expect(again.status).toBe(200)
  expect((await app.call(getUser, { as: `jwt=${again.body.data}` })).status).toBe(200)
})

it('who has none is told so', async () => {
  const { user } = await makeSeller(app.services)
  await expect(turnTwoFactorOff(app.services.database.system, user.email)).rejects.toThrow(
    'has two-factor authentication on',
  )
})
