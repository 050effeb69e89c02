/*
 * Which tests run where. `vitest.config.ts` makes its projects of these lists, so whoever moves a test changes its path here alone.
 */

/** Tests that draw pages in a document without a browser, or need such a document otherwise. */
export const screens = [
  'web/**/*.test.tsx',
  'web/form/html/inert.test.ts',
  'web/form/rich/rich.test.ts',
  'web/ui/theme/print-light.test.ts',
]

/** Screen tests that need modules of their own: they replace some, or test what a module does when it loads. */
export const screensAlone = [
  'web/features/integrations/oauth-page.test.tsx',
  'web/features/analytics/reports/stop-report-page.test.tsx',
  'web/features/products/variations/many-rows.test.tsx',
  'web/features/products/attributes/attribute-section.test.tsx',
  'web/form/products/early.test.tsx',
  'web/ui/inputs/decimal-sign.test.ts',
]

/** Server tests of what a process does once and for good, such as a driver's settings. */
export const serverAlone = ['server/db/connection/prepared.test.ts', 'server/features/accounts/sign-in-work.test.ts']

/** Holds what all journeys said with the channels against the channels' descriptions. */
export const judged = 'e2e/traffic.spec.ts'

/** In a fresh checkout larger files go first, and of these the size says nothing: the last of them would leave a lane idle. */
export const longFiles = [
  ...'pages processes crash more-channels forty publishing channels adopting journey gallery'
    .split(' ')
    .map((name) => `e2e/${name}.spec.ts`),
  'server/http/repeats.test.ts',
]
