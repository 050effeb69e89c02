import type { Locator, Page } from 'playwright-core'

/** The field of the palette. */
export const paletteField = (inside: Page | Locator) =>
  inside
    .getByRole('textbox', { name: 'Search or run' })
    .or(inside.getByRole('searchbox', { name: 'Search or run' }))
    .or(inside.getByRole('combobox', { name: 'Search or run' }))
    .first()

/** Presses keys faster than any hand: nothing is drawn between them. */
export const pressAtOnce = (page: Page, keys: { key: string; code?: string; ctrlKey?: boolean }[]) =>
  page.evaluate((pressed) => {
    for (const key of pressed)
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key }),
      )
  }, keys)
/** What opens the palette. */
export const openKey = { key: 'k', code: 'KeyK', ctrlKey: true }
export const letters = (word: string) => [...word].map((key) => ({ key }))
