import type { Locator, Page } from 'playwright-core'

/** For `expect.poll`: how long a page may take on a busy machine. */
export const patience = { timeout: 30_000 }

/** Between two looks: what is there at once is seen at once, and what takes a minute is not asked for ten times a second. */
const PAUSE = { firstMs: 50, growth: 1.4, mostMs: 500 }

/** Looks until `look` answers something true, and returns it. @param what for the message when the time is over */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false>,
  withinMs = 30_000,
): Promise<T> {
  const end = performance.now() + withinMs
  let last: unknown
  for (let pauseMs = PAUSE.firstMs; ; pauseMs = Math.min(pauseMs * PAUSE.growth, PAUSE.mostMs)) {
    try {
      const result = await look()
      if (result) return result
      last = result
    } catch (error) {
      last = error
    }
    if (performance.now() > end)
      throw new Error(`Not within ${withinMs / 1000} s: ${what}${last instanceof Error ? ` (${last.message})` : ''}`)
    await new Promise((done) => setTimeout(done, pauseMs))
  }
}

/** Closes all toasts. Each of them may go by itself at any moment, so all are pressed at once. */
export async function closeToasts(page: Page): Promise<void> {
  await until('no toast is shown', () =>
    page.evaluate(() => {
      const toasts = document.querySelectorAll('.mantine-Notification-root')
      for (const close of document.querySelectorAll<HTMLElement>('.mantine-Notification-root [aria-label="Close"]'))
        close.click()
      return toasts.length === 0
    }),
  )
}

/** The button that undoes what was just done. The pointer is on it from here on, so its toast stays as long as it is needed. */
export async function heldUndo(toasts: Page | Locator): Promise<Locator> {
  const undo = toasts.getByRole('button', { name: 'Undo', exact: true }).last()
  await undo.hover()
  return undo
}

/** Goes on to the next step of a wizard, and waits until it is there: Next leads on from the step that is shown. */
export async function nextStep(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.locator('[aria-current="step"]', { hasText: name }).waitFor()
}
