import type { Browser } from 'playwright-core'

/** The browsers that this file has opened: `tell-pages.ts` looks into them when a test fails. */
export const openBrowsers = new Set<Browser>()
