import { openBrowser } from '../e2e/support/browser.ts'
import type { Motto } from '../e2e/support/motto.ts'
import { signedIn } from '../e2e/support/person.ts'
import { begin } from '../e2e/support/story.ts'
import { type Row, ms, percentile } from './kit/report.ts'

const ROUNDS = 12
const GOAL_MS = 1500

/** From an empty address bar until the publish panel of a product has said whether its channel would take it. */
export async function benchPanel(motto: Motto): Promise<Row[]> {
  const story = await begin(motto)
  const product = await story.seller.product(story.template, { image: story.image })
  const browser = await openBrowser()
  try {
    const { page } = await signedIn(browser, motto, story.seller)
    const took: number[] = []
    /** Of a page of the same product that asks no channel anything. */
    const bare: number[] = []
    for (let n = 0; n < ROUNDS; n += 1) {
      await page.goto('about:blank')
      const began = performance.now()
      await page.goto(`${motto.url}/product/${product.id}/publish/ebay`)
      await page
        .getByRole('complementary', { name: 'State on eBay' })
        .getByText(/checks passed|required is there/)
        .waitFor()
      took.push(performance.now() - began)
      await page.goto('about:blank')
      const opened = performance.now()
      await page.goto(`${motto.url}/product/${product.id}/history`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      bare.push(performance.now() - opened)
    }
    const p95 = percentile(took, 0.95)
    return [
      {
        benchmark: `the publish panel of a product on eBay, until its checks are there (${ROUNDS} times)`,
        ours: `p50 ${ms(percentile(took, 0.5))}, p95 ${ms(p95)}`,
        floor: `its title on another page: p50 ${ms(percentile(bare, 0.5))}`,
        ratio: `${(percentile(took, 0.5) / percentile(bare, 0.5)).toFixed(1)}`,
        goal: `p50 ≤ ${GOAL_MS} ms`,
        met: percentile(took, 0.5) <= GOAL_MS,
      },
    ]
  } finally {
    await browser.close()
  }
}
