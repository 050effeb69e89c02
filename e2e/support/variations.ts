import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { shot } from './browser.ts'
import { lookHere } from './look.ts'
import { patience } from './wait.ts'

/** Pictures of which none is like another. */
export const pictures = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => ({
      name: `view-${n}.png`,
      mimeType: 'image/png',
      buffer: await sharp({
        create: { width: 600, height: 600, channels: 3, background: { r: 20 * n, g: 84, b: 140 } },
      })
        .png()
        .toBuffer(),
    })),
  )

const sold = { Size: ['S', 'M', 'L'], Color: ['Red', 'Blue', 'Green', 'Black'] }

/** On the page of a product: every size in every colour, two pieces of each, and saves. */
export async function addSizesAndColours(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add combinations' }).click()
  const matrix = page.getByRole('dialog', { name: 'Add variations' })
  for (const [name, values] of Object.entries(sold))
    for (const value of values) {
      await matrix.getByLabel(name, { exact: true }).fill(value)
      await page.keyboard.press('Enter')
    }
  await matrix.getByLabel('Quantity per variation').fill('2')
  await matrix.getByText('12 variations will be added').waitFor()
  await lookHere(page, 'variations-matrix')
  await matrix.getByRole('button', { name: 'Add 12 variations' }).click()
  await expect.poll(() => page.getByRole('group', { name: /^Variation \d+$/ }).count(), patience).toBe(12)
  await pictureTheRed(page)
  await page.keyboard.press('Control+s')
  await page.getByText('Product saved.').waitFor()
}

/** With the keyboard alone: the second picture of the product for all that are red. */
async function pictureTheRed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Image of S / Red: none' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Image of S / Red' })
  await dialog.getByRole('radio', { name: 'No image' }).press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect(await dialog.getByRole('radio', { name: 'Image 2', exact: true }).isChecked()).toBe(true)
  await lookHere(page, 'variation-picture')
  await dialog.getByLabel('Use image for').press('Enter')
  await page.getByRole('option', { name: 'All 3 variations with Color Red' }).click()
  await dialog.getByRole('button', { name: 'Use', exact: true }).press('Enter')
  await expect.poll(() => page.getByRole('button', { name: /^Image of [SML] \/ Red$/ }).count(), patience).toBe(3)
  await shot(page, 'variations-pictured')
}
