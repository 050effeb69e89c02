import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const rooms = ['contract', 'domain', 'channels', 'web']

/** A busy machine needs more than the second that is usual. */
const patience = (ms: number) => ({ expect: { poll: { timeout: ms } } })

const server = {
  include: ['{server,seed,bin}/**/*.test.ts'],
  globalSetup: 'server/testing/setup/global-setup.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
  ...patience(20_000),
}

/** Tests that draw pages in a document without a browser. */
const screens = ['web/**/*.test.tsx', 'web/form/html/inert.test.ts', 'web/form/rich/rich.test.ts']

/** Tests of what a process does once and for good: a driver's settings, a module that is replaced. */
const alone = ['server/db/connection/prepared.test.ts', 'server/features/accounts/sign-in-work.test.ts']

/** Holds what all journeys said with the channels against the channels' descriptions. */
const judged = 'e2e/traffic.spec.ts'

/** In a fresh checkout larger files go first, and of these the size says nothing: the last of them would leave a lane idle. */
const long = 'pages faults-many faults journey-many journey crash scope adopting etsy gallery demo'
  .split(' ')
  .map((name) => `e2e/${name}.spec.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((file) => moduleId.endsWith(file))
    return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['*.test.ts', ...rooms.map((room) => `${room}/**/*.test.{ts,tsx}`)],
          exclude: ['**/node_modules/**', ...screens],
          testTimeout: 20_000,
          ...patience(15_000),
          setupFiles: 'server/testing/setup/put-back.ts',
          // Loading what is tested anew for each file took more than the tests.
          isolate: false,
        },
      },
      'packages/*',
      // Isolated: what a page still waits for when its file ends would find the next file's document.
      { test: { name: 'unit-screens', include: screens, testTimeout: 20_000, ...patience(15_000) } },
      {
        test: {
          ...server,
          name: 'server',
          exclude: ['**/node_modules/**', ...alone],
          setupFiles: ['server/testing/setup/put-back.ts', 'server/testing/setup/as-built.ts'],
          // Loading the server anew for each file would take as long as the tests.
          isolate: false,
        },
      },
      { test: { ...server, name: 'server-alone', include: alone } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          exclude: ['**/node_modules/**', judged],
          globalSetup: 'e2e/support/stage.ts',
          // A journey waits for channels and workers for a third of its time (docs/decisions/0013-quick-tests.md).
          maxWorkers: 3,
          testTimeout: 180_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'traffic', include: [judged], testTimeout: 180_000, sequence: { groupOrder: 2 } } },
    ],
  },
})
