import { afterAll, beforeAll } from 'vitest'
import { makeSession, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../setup/app.ts'
import { sha256 } from './people.ts'

export const password = sha256('Correct-horse-9')
export const unique = () => Math.random().toString(36).slice(2, 10)

/** An app of its own for the whole file, and how a super-admin signs in. */
export function organizationsApp() {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.stop())

  const superAdmin = async (organizationId: number | null) =>
    makeSession(app.services, (await makeUser(app.services, { isSuper: true })).id, organizationId)

  return { app: () => app, superAdmin }
}
