import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { login } from '#contract/accounts.ts'
import { makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { testDatabase } from '#server/testing/setup/database.ts'
import { sha256 } from '#server/testing/shop/people.ts'
import { promote } from './promote.ts'

let app: TestApp
let address: string
beforeAll(async () => {
  const database = await testDatabase()
  app = await testApp({}, database)
  address = `postgres://${database.user}@localhost:${database.port}/${database.database}?host=${encodeURIComponent(database.host ?? '')}`
})
afterAll(() => app.stop())

it('ORG-070 a user becomes super-admin from the next sign-in on', async () => {
  const { email } = await makeUser(app.services, { email: 'Chief@Example.com' })
  await promote(app.services.database.system, 'chief@example.com')
  const answer = await app.call(login, { body: { email, password: sha256('Correct-horse-9') } })
  expect(decodeJwt(answer.body.data ?? '')).toMatchObject({ roleId: 1, clientId: null })
})

it('the command promotes on the database that the settings name', async () => {
  const { email } = await makeUser(app.services, { email: 'operator@example.com' })
  const command = fileURLToPath(new URL('promote.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [command, email], {
    env: { ...process.env, DATABASE_URL: address },
  })
  expect(stdout).toContain(`${email} will be a Super Admin`)
  const answer = await app.call(login, { body: { email, password: sha256('Correct-horse-9') } })
  expect(decodeJwt(answer.body.data ?? '')).toMatchObject({ roleId: 1 })
})

it('who has no account, or no confirmed one, is not promoted', async () => {
  const { email } = await makeUser(app.services, { confirmed: false })
  await expect(promote(app.services.database.system, 'nobody@example.com')).rejects.toThrow('No account has the email')
  await expect(promote(app.services.database.system, email)).rejects.toThrow('isn’t confirmed')
})
