import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { login } from '#contract/accounts.ts'
import { makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { sha256 } from '#server/testing/shop/people.ts'
import { promote } from './promote.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

it('ORG-070 a user becomes super-admin from the next sign-in on', async () => {
  const { email } = await makeUser(app.services, { email: 'Chief@Example.com' })
  await promote(app.services.database.system, 'chief@example.com')
  const answer = await app.call(login, { body: { email, password: sha256('Correct-horse-9') } })
  expect(decodeJwt(answer.body.data ?? '')).toMatchObject({ roleId: 1, clientId: null })
})

it('who has no account, or no confirmed one, is not promoted', async () => {
  const { email } = await makeUser(app.services, { confirmed: false })
  await expect(promote(app.services.database.system, 'nobody@example.com')).rejects.toThrow('Nobody has an account')
  await expect(promote(app.services.database.system, email)).rejects.toThrow('is not confirmed yet')
})
