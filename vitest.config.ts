import { defineConfig } from 'vitest/config'

const rooms = ['contract', 'domain', 'channels', 'sandbox', 'web']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['*.test.ts', ...rooms.map((room) => `${room}/**/*.test.{ts,tsx}`)],
          exclude: ['**/node_modules/**'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['{server,seed,bin}/**/*.test.ts'],
          globalSetup: 'server/testing/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // A busy machine needs more than the second that is usual.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: 'e2e/support/stage.ts',
          testTimeout: 180_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
