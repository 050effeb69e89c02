import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'unit-sandbox',
    // As the projects that run beside it have: the runner asks for one number.
    maxWorkers: 4,
    include: ['**/*.test.ts'],
    testTimeout: 20_000,
    // A busy machine needs more than the second that is usual.
    expect: { poll: { timeout: 15_000 } },
    // Loading what is tested anew for each file took more than the tests.
    isolate: false,
  },
})
