import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { openBrowsers } from './browser.ts'

/** A page that answers nothing any more is not waited for. */
const ANSWER_MS = 5000
const MOST_CHARS = 6000
/** What a test looks at: the page itself, and what lies above it. */
const parts = '[role="dialog"], [role="menu"], [role="listbox"], .mantine-Notification-root, main'

/** The error of a failed test says what each open page showed, as somebody with a screen reader hears it. */
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? []
  if (task.result?.state !== 'fail' || !error) return
  const texts = await describePages()
  if (texts.length > 0) error.message += `\n\n${texts.join('\n\n')}`
})

/** What each open page shows. */
export function describePages(): Promise<string[]> {
  const contexts = [...openBrowsers].flatMap((browser) => browser.contexts())
  return Promise.all(contexts.flatMap((context) => context.pages()).map(describePage))
}

async function describePage(page: Page): Promise<string> {
  const shown = await showing(page).catch((reason: unknown) => `(It could not be read: ${String(reason)})`)
  return `${page.url()} showed:\n${shown.slice(0, MOST_CHARS)}`
}

async function showing(page: Page): Promise<string> {
  const areas = page.locator(parts)
  const all = (await areas.count()) > 0 ? await areas.all() : [page.locator('body')]
  const texts = await Promise.all(all.map((area) => area.ariaSnapshot({ timeout: ANSWER_MS })))
  return texts.join('\n')
}
