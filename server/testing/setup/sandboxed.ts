import { afterAll, beforeAll } from 'vitest'
import type { Sandbox } from '#sandbox/main.ts'
import { judged, openSandbox } from '#sandbox/testing/open.ts'
import { type TestApp, testApp } from './app.ts'

/** The real app with a simulator for a whole file. Both are there from the file's first `beforeAll` after this call. */
export function sandboxedApp(): { readonly app: TestApp; readonly sandbox: Sandbox } {
  const opened = {} as { app: TestApp; sandbox: Sandbox }
  beforeAll(async () => {
    opened.sandbox = await openSandbox(judged())
    opened.app = await testApp({ SANDBOX_PORT: String(opened.sandbox.port) })
  })
  afterAll(async () => {
    await opened.app?.stop()
    await opened.sandbox?.stop()
  })
  return opened
}
