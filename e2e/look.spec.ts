import { describe, expect, it } from 'vitest'
import { begun } from './support/begun.ts'
import { openTab, phoneBeside } from './support/browser.ts'
import { look, lookHere, settled } from './support/look.ts'
import { describePages } from './support/tell-pages.ts'

const stage = begun('Planted')

/** What `look` compares, as the error of a page that offends has it. */
interface Findings {
  offences: string[]
  over: number
  jumped: string[]
  problems: string[]
}

/** Runs in the page: once the page at `path` has drawn its heading, each fault that a look is for is put into `host`. */
function plantFaults({ path, host }: { path: string; host: string }): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html[data-mantine-color-scheme="dark"] #dim { color: #333; background: #222 }')
  const plant = () => {
    const place = document.querySelector(host)
    if (location.pathname !== path || !place?.querySelector('h1') || document.querySelector('#planted')) return
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    const planted = document.createElement('div')
    planted.id = 'planted'
    const image = new Image(20, 20)
    const dim = document.createElement('p')
    dim.id = 'dim'
    dim.textContent = 'Too dim in the dark'
    const broad = document.createElement('div')
    broad.style.cssText = 'width: 600px; height: 4px'
    planted.append(image, dim, broad)
    place.append(planted)
    console.error('A planted problem')
    // After the heading was drawn, so that it moves.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const late = document.createElement('div')
        late.style.height = '300px'
        place.prepend(late)
      }),
    )
  }
  new MutationObserver(plant).observe(document, { childList: true, subtree: true })
}

const findingsOf = async (looked: Promise<void>): Promise<Findings> => {
  const error = await looked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return (error as { actual: Findings }).actual
}

/** Nothing that is planted goes by itself. */
const fitMs = 500

const allFaults = {
  offences: expect.arrayContaining([
    expect.stringMatching(/^image-alt/),
    expect.stringMatching(/^dark: color-contrast/),
  ]),
  over: expect.toSatisfy((pixels: number) => pixels >= 200),
  problems: expect.arrayContaining(['A planted problem']),
}

describe('a look finds each fault that is planted', () => {
  it('on a page outside, which is loaded anew for the phone', async () => {
    const tab = await openTab(stage.browser)
    await tab.page.addInitScript(plantFaults, { path: '/about', host: 'body' })
    const findings = await findingsOf(look(tab, `${stage.motto.url}/about`, 'planted-about', { fitMs }))
    expect(findings).toMatchObject(allFaults)
    expect(findings.jumped).toContainEqual(expect.stringMatching(/^390: /))
    await tab.context.close()
  })

  it('on a page inside, which the desk follows a link to and the phone loads', async () => {
    const { browser, motto } = stage
    const tab = await openTab(browser, { sessionOf: stage.tab })
    const narrow = await phoneBeside(browser, tab, `${motto.url}/nowhere`)
    const faults = { path: '/account', host: '#main' }
    await tab.page.goto(`${motto.url}/nowhere`)
    await settled(tab.page)
    await tab.page.evaluate(plantFaults, faults)
    await narrow.addInitScript(plantFaults, faults)
    const findings = await findingsOf(look(tab, `${motto.url}/account`, 'planted-account', { beside: narrow, fitMs }))
    expect(findings).toMatchObject(allFaults)
    expect(findings.problems).toHaveLength(2)
    expect(findings.jumped).toContainEqual(expect.stringMatching(/^390: /))
    expect(findings.jumped).toContainEqual(expect.not.stringMatching(/^390: /))
    await tab.context.close()
    await narrow.context().close()
  })

  it('in a dialog that lies above a page', async () => {
    const { page } = stage.tab
    await page.goto(`${stage.motto.url}/dashboard`)
    await page.getByRole('button', { name: 'Contact Support' }).click()
    await page.getByRole('dialog').waitFor()
    await lookHere(page, 'unplanted-dialog')
    await page.evaluate(() => document.querySelector('[role="dialog"]')?.append(new Image(20, 20)))
    await expect(lookHere(page, 'planted-dialog')).rejects.toMatchObject({
      actual: [expect.stringMatching(/^image-alt/)],
    })
  })
})

it('the error of a failed test can say what each open page shows, dialogs included', async () => {
  const { page, context } = await openTab(stage.browser)
  await page.setContent(
    '<main><h1>Orders</h1><p>No open orders.</p></main><div role="dialog" aria-label="Cancel order?">Really?</div>',
  )
  const text = (await describePages()).at(-1)
  for (const part of ['about:blank showed:', 'heading "Orders"', 'No open orders.', 'dialog "Cancel order?"'])
    expect(text).toContain(part)
  await context.close()
})
