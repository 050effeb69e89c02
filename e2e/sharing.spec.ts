import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { getUserClients, listAuditEntries } from '#contract/organizations/organizations.ts'
import { listSharing, saveOrganizationSharing } from '#contract/sync/sharing.ts'
import { roles } from '#contract/permissions.ts'
import { begunStory } from './support/begun.ts'
import { handsOn } from './support/hands.ts'
import { lookHere } from './support/look.ts'
import { paletteField } from './support/palette.ts'
import { colleague, signedIn } from './support/person.ts'
import { bothShow, listed } from './support/story.ts'
import { until } from './support/wait.ts'

const stage = begunStory()

const shown = async (sku: string) =>
  Promise.all(
    ['ebay', 'shopify'].map(
      async (channel) =>
        (await stage.story.sandbox.listings(channel)).find((listing) => listing.sku === sku)?.quantity ?? 0,
    ),
  )
const together = async (sku: string) => (await shown(sku)).reduce((sum, n) => sum + n, 0)
const way = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

async function save(page: Page, question: string, press = 'Change sharing'): Promise<void> {
  await page.getByRole('button', { name: 'Save sharing' }).click()
  const dialog = page.getByRole('dialog', { name: question })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: press }).click()
  await page.getByText('Your channels follow over the next minutes.').waitFor()
  await page.getByRole('button', { name: 'Save sharing', disabled: false }).waitFor({ state: 'detached' })
}

it('DESIGN 2: guaranteed pieces are chosen for the organization, and channels show their shares', async () => {
  const { page } = stage.tab
  const product = await listed(stage.story, 7)
  await bothShow(stage.story.sandbox, product.sku, 7)
  await page.goto(`${stage.motto.url}/integrations`)
  await page.getByRole('link', { name: 'Stock sharing' }).click()
  await page.getByRole('heading', { name: 'Stock sharing', level: 1 }).waitFor()
  await page.getByText('No exceptions.').waitFor()
  expect(await way(page, 'Shared').isChecked()).toBe(true)
  await lookHere(page, 'sharing')
  const hands = handsOn(page)
  await hands.to(way(page, 'Shared'))
  await hands.key('ArrowDown')
  expect(await way(page, 'Guaranteed').isChecked()).toBe(true)

  // Who changes their mind is asked, and nothing is kept.
  await page.getByRole('button', { name: 'Save sharing' }).click()
  await page.getByRole('dialog').getByText('What stands above its share falls first.').waitFor()
  await lookHere(page, 'sharing-question')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await stage.story.seller.call(listSharing)).data).toEqual([])
  await save(page, 'Share as “Guaranteed”?')
  await until('each channel has its own', async () => {
    const now = await shown(product.sku)
    return now.every((n) => n >= 3) && now.reduce((sum, n) => sum + n, 0) <= 7
  })

  await way(page, 'Guaranteed for the last pieces').check()
  const last = page.getByLabel('Last pieces of each SKU')
  await hands.write(last, '0')
  await page.getByText('Divide at least the last piece.').waitFor()
  expect(await page.getByRole('button', { name: 'Save sharing' }).isDisabled()).toBe(true)
  await hands.write(last, '5000')
  await page.keyboard.press('Tab')
  expect(await page.getByRole('button', { name: 'Save sharing' }).isDisabled()).toBe(true)
  expect(await last.inputValue()).toBe('5000')
  await hands.write(last, '10')
  await lookHere(page, 'sharing-last')
  await save(page, 'Share as “Guaranteed for the last 10”?')
  await page.reload()
  await page.getByLabel('Last pieces of each SKU').waitFor()
  expect(await page.getByLabel('Last pieces of each SKU').inputValue()).toBe('10')
  const { data: log } = await stage.story.seller.call(listAuditEntries, { query: { entity: 'organization' } })
  expect(log[0]).toMatchObject({
    action: 'sharing',
    old: { sharing: { mode: 'guaranteed' } },
    new: { sharing: { mode: 'threshold', last: 10 } },
  })

  const before = await shown(product.sku)
  await stage.story.sandbox.buy('shopify', product.sku, 1)
  await until('the sale is taken in and nobody shows too much', async () => {
    const now = await shown(product.sku)
    return now[0] === before[0] && now.every((n) => n > 0) && now.reduce((sum, n) => sum + n, 0) === 6
  })
  expect(await together(product.sku)).toBe(6)
})

it('DESIGN 2: a product tells each share and why, takes an exception, and goes back', async () => {
  const { page } = stage.tab
  const { seller, sandbox } = stage.story
  await seller.call(saveOrganizationSharing, { body: { sharing: { mode: 'guaranteed' } } })
  const product = await listed(stage.story, 6)
  await until('each channel has its own', async () => (await shown(product.sku)).join() === '3,3')
  await page.goto(`${stage.motto.url}/product/${product.id}/publish/ebay`)
  await page.getByRole('link', { name: 'Why this number?' }).click()
  await page.waitForURL(`**/product/${product.id}#why-ebay`)
  await page.getByText("eBay's share is 3.").waitFor()
  const card = page.locator('#shares')
  await card.getByText('Guaranteed, as the organization has it').waitFor()
  await card.getByText('6 shown together ≤ 6 available').waitFor()
  await lookHere(page, 'shares')
  await sandbox.buy('ebay', product.sku, 2)
  await card.getByText('Why does eBay show 1?').waitFor()
  await card.getByText('4 shown together ≤ 4 available').waitFor()
  expect(await shown(product.sku)).toEqual([1, 3])

  await card.getByRole('button', { name: 'Change' }).click()
  expect(await way(page, 'As the organization has it').isChecked()).toBe(true)
  await way(page, 'Shared').check()
  await lookHere(page, 'shares-change')
  await save(page, 'Share as “Shared”?')
  await bothShow(sandbox, product.sku, 4)
  await card.getByText('Shared, chosen for this product').waitFor()

  await page.goto(`${stage.motto.url}/template/${stage.story.template}/details#sharing`)
  await way(page, 'Guaranteed for the last pieces').check()
  await handsOn(page).write(page.getByLabel('Last pieces of each SKU'), '3')
  await lookHere(page, 'sharing-template')
  await save(page, 'Share as “Guaranteed for the last 3”?')

  await page.goto(`${stage.motto.url}/stock-sharing`)
  await page.getByRole('row', { name: product.sku }).getByText('Shared').waitFor()
  await lookHere(page, 'sharing-exceptions')
  await page.getByRole('button', { name: `End the exception for ${product.sku}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End exception' }).click()
  await page.getByRole('row', { name: product.sku }).waitFor({ state: 'detached' })
  await page.goto(`${stage.motto.url}/product/${product.id}#shares`)
  await card.getByText('Guaranteed for the last 3, as its template has it').waitFor()
  await page.goto(`${stage.motto.url}/template/${stage.story.template}/details#sharing`)
  await way(page, 'As the organization has it').check()
  await save(page, 'End the exception?', 'End exception')
  expect((await seller.call(listSharing)).data).toHaveLength(1)
})

it('DESIGN 2: a colleague reads how stock is shared and is told who may change it; the palette leads there', async () => {
  const [shop] = await stage.story.seller.call(getUserClients)
  const person = await colleague(stage.motto, stage.story.seller, { clientId: shop?.id ?? 0, userRole: roles.member })
  const other = await signedIn(stage.browser, stage.motto, person)
  const { page } = other
  await page.goto(`${stage.motto.url}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('Stock sharing')
  await page.getByRole('dialog').getByRole('button', { name: 'Stock sharing' }).first().click()
  await page.getByText('You may look here, not change anything.').waitFor()
  expect(await way(page, 'Shared').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Save sharing' }).count()).toBe(0)
  await lookHere(page, 'sharing-read')
  await other.context.close()
})
