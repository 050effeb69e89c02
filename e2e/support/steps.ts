import type { Page } from 'playwright-core'

/** Goes on to the next step of a wizard, and waits until it is there: Next leads on from the step that is shown. */
export async function nextStep(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.locator('[aria-current="step"]', { hasText: name }).waitFor()
}
