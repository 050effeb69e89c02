import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { judged, longFiles, screens, screensAlone, serverAlone } from './bin/test-files.ts'

const rooms = ['contract', 'domain', 'channels', 'web']

/** A busy machine needs more than the second that is usual. */
const patience = (ms: number) => ({ expect: { poll: { timeout: ms } } })

const server = {
  include: ['{server,seed,bin}/**/*.test.ts'],
  globalSetup: 'server/testing/setup/global-setup.ts',
  setupFiles: ['server/testing/setup/drop-databases.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  ...patience(20_000),
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longFiles.some((file) => moduleId.endsWith(file))
    return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

export default defineConfig({
  test: {
    // Server tests wait more than half of their time for the database, for simulators and for processes (docs/decisions/0013-quick-tests.md).
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['*.test.ts', ...rooms.map((room) => `${room}/**/*.test.{ts,tsx}`)],
          exclude: ['**/node_modules/**', ...screens, ...screensAlone],
          testTimeout: 20_000,
          ...patience(15_000),
          setupFiles: 'server/testing/setup/put-back.ts',
          // Loading what is tested anew for each file took more than the tests.
          isolate: false,
        },
      },
      'packages/*',
      {
        test: {
          name: 'unit-screens',
          include: screens,
          exclude: ['**/node_modules/**', ...screensAlone],
          environment: 'jsdom',
          testTimeout: 20_000,
          ...patience(15_000),
          setupFiles: ['web/testing/clean-up.ts', 'server/testing/setup/put-back.ts'],
          // Loading the app and a document anew for each file took three quarters of the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'unit-screens-alone',
          include: screensAlone,
          environment: 'jsdom',
          testTimeout: 20_000,
          ...patience(15_000),
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          exclude: ['**/node_modules/**', ...serverAlone],
          setupFiles: ['server/testing/setup/put-back.ts', 'server/testing/setup/as-built.ts', ...server.setupFiles],
          // Loading the server anew for each file would take as long as the tests.
          isolate: false,
        },
      },
      { test: { ...server, name: 'server-alone', include: serverAlone } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          exclude: ['**/node_modules/**', judged],
          globalSetup: 'e2e/support/stage.ts',
          setupFiles: 'e2e/support/tell-pages.ts',
          testTimeout: 180_000,
          hookTimeout: 300_000,
          // Each look is a call to the browser or to Motto.
          expect: { poll: { timeout: 30_000, interval: 150 } },
          // Each drives a browser: more of them at once would wait for a processor.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'traffic', include: [judged], testTimeout: 180_000, sequence: { groupOrder: 2 } } },
    ],
  },
})
