import { afterAll, beforeAll } from 'vitest'
import type { Sandbox } from '#sandbox/main.ts'
import { judged, openSandbox } from '#sandbox/testing/open.ts'
import { type TestApp, testApp } from './app.ts'
import { paceAtOnce } from './pace-at-once.ts'

/** The real app with a simulator for a whole file, whose pace nobody waits for. Both are there from the file's first `beforeAll` after this call. */
export function sandboxedApp(): { readonly app: TestApp; readonly sandbox: Sandbox } {
  const opened = {} as { app: TestApp; sandbox: Sandbox }
  beforeAll(async () => {
    const pace = paceAtOnce()
    opened.sandbox = await openSandbox({ now: pace.now, ...judged() })
    opened.app = await testApp({ SANDBOX_PORT: String(opened.sandbox.port) })
    pace.rule(opened.app.services)
  })
  afterAll(async () => {
    await opened.app?.stop()
    await opened.sandbox?.stop()
  })
  return opened
}
