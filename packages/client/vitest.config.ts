import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'unit-client',
    // As the projects that run beside it have: the runner asks for one number.
    maxWorkers: 4,
    include: ['**/*.test.ts'],
    isolate: false,
  },
})
