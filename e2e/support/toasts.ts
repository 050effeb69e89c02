import type { Locator, Page } from 'playwright-core'
import { until } from './wait.ts'

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
