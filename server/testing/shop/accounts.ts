import { afterAll, beforeAll } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import { type TestApp, testApp } from '../setup/app.ts'
import { sha256, visitor } from './people.ts'

/** As browsers send it: the hash of what was typed. */
export const password = sha256('Correct-horse-9')
export const wrong = sha256('Wrong-horse-9')

/** An app of its own for the whole file, and how people sign up and in. */
export function accountsApp() {
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
  return { app: () => app, newEmail, signUp, logIn }
}
