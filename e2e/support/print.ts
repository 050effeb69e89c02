import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** An A4 sheet's width within its margins, in pixels of a screen. */
const PAPER_PX = 703

/** The printed page as a picture, on a sheet without an end. */
export async function printedPicture(page: Page): Promise<Buffer> {
  const before = page.viewportSize()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.setViewportSize({ width: PAPER_PX, height: 1000 })
  const picture = await page.screenshot({ fullPage: true, animations: 'disabled' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  if (before) await page.setViewportSize(before)
  return picture
}

/** How light a picture is, and how many of its pixels differ from another's; all of them where the sizes do. */
export async function compared(image: Buffer, other: Buffer): Promise<{ light: number; different: number }> {
  const [a, b] = await Promise.all(
    [image, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  )
  if (!a || !b) throw new Error('two pictures are two')
  const { length } = a.data
  if (length !== b.data.length || a.info.width !== b.info.width) return { light: 0, different: length / 3 }
  let [different, sum] = [0, 0]
  for (let at = 0; at < length; at += 3) {
    const isSame = a.data[at] === b.data[at] && a.data[at + 1] === b.data[at + 1] && a.data[at + 2] === b.data[at + 2]
    if (!isSame) different += 1
    sum += (a.data[at] ?? 0) + (a.data[at + 1] ?? 0) + (a.data[at + 2] ?? 0)
  }
  return { light: sum / length / 255, different }
}
