/*
 * What tests depend on without importing it, for `npm run test:changed`. Whoever adds a test that reads files, or starts another process, declares
 * it here.
 */

export interface DeclaredInput {
  /** Paths that changed. */
  changed: RegExp
  /** Tests that this can break. */
  tests: RegExp
  why: string
}

const source = /\.tsx?$/
const everyTest = /\.test\.tsx?$/

export const declaredInputs: readonly DeclaredInput[] = [
  {
    changed: /^(package(-lock)?\.json|vitest\.config\.ts|bin\/test-files\.ts|\.npmrc)$/,
    tests: everyTest,
    why: 'packages and test settings concern all',
  },
  {
    changed: /^server\/db\/(migrations|functions)\//,
    tests: /^(server|seed)\/.*\.test\.ts$/,
    why: 'each server test runs on the migrated database',
  },
  {
    changed: /^(docs\/|[^/]+\.md$|\.env\.example$)|\/README\.md$/,
    tests: /^(docs|wording)\.test\.ts$/,
    why: 'the pages are checked',
  },
  { changed: source, tests: /^(house|docs|names|wording)\.test\.ts$/, why: 'the rules of the house read all sources' },
  { changed: /^web\//, tests: /^actions\.test\.ts$/, why: 'each write that a page sends is named by an action' },
  {
    changed: /^web\/routes\//,
    tests: /^web\/routes\/tree\.test\.ts$/,
    why: 'the addresses of the pages are read from their routes',
  },
  {
    changed: /^(contract\/channels|channels|packages\/sandbox)\//,
    tests: /^channels\.test\.ts$/,
    why: 'a new channel is built from the folders of the others',
  },
  {
    changed: /^(vite\.config\.ts|web\/index\.html)$/,
    tests: /^vite\.config\.test\.ts$/,
    why: 'the built app is looked into',
  },
  {
    changed: /^server\/(launch|main|config|settings|sandbox-process)\.ts$/,
    tests: /^server\/[^/]+\.test\.ts$/,
    why: 'these tests start Motto as a process',
  },
]
