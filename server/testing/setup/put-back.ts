import { afterAll, vi } from 'vitest'

// Test files share a process: none leaves its clocks, spies and stubs to the next.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
