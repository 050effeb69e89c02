import { expect, it } from 'vitest'
import { readCatalogue } from '#contract/adopting/adopting.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listListingProducts } from '#contract/listings/listings.ts'
import { getProduct, getProductBySku } from '#contract/products/products.ts'
import { begunStory } from './support/begun.ts'
import { reopen } from './support/browser.ts'
import { lookHere, settled } from './support/look.ts'
import { paletteField } from './support/palette.ts'
import { patience, until } from './support/wait.ts'

const stage = begunStory()

const shown = async (channel: string, sku: string) =>
  (await stage.story.sandbox.listings(channel)).filter((listing) => listing.sku === sku)

it('IMP-146 IMP-152 IMP-156 IMP-158 what a shop sells already is read, linked and sells on; nothing is doubled, nothing overwritten', async () => {
  const { page } = stage.tab
  const { seller, sandbox, template, image } = stage.story
  const [sure, other, more] = [
    await seller.product(template, { image, quantity: 5 }),
    await seller.product(template, { image, quantity: 5 }),
    await seller.product(template, { image, quantity: 5 }),
  ]
  const titleOf = async ({ id }: { id: number }) => (await seller.call(getProduct, { params: { id } })).title
  const item = (sku: string, title: string, quantity = 5) => ({ sku, title, price: 33, quantity })
  for (const channel of ['ebay', 'shopify'])
    await sandbox.addItems(channel, [
      item(sure.sku, await titleOf(sure)),
      item(other.sku, 'A garden gnome'),
      item(more.sku, await titleOf(more), 9),
      item('LAMP-1', 'A lamp of clay'),
    ])
  await reopen(page, `${stage.motto.url}/integrations/shopify`)
  await page.getByText('Already selling on Shopify?').waitFor()
  await page.getByRole('link', { name: 'Existing listings' }).click()
  await page.getByRole('heading', { name: 'Existing Shopify listings' }).waitFor()
  await page.getByRole('button', { name: 'Scan Shopify' }).click()
  await page.getByRole('heading', { name: '1 listing isn’t in Motto yet' }).waitFor()
  await page.getByRole('button', { name: 'Import all 1' }).waitFor()
  await lookHere(page, 'adopting-new')
  const queues = page.getByRole('navigation', { name: 'Listings' })
  await queues.getByRole('link', { name: /^Needs review/ }).click()
  await page.getByRole('button', { name: 'Link 2' }).waitFor()
  await page.getByText('3 of your SKUs sell on Shopify').waitFor()
  await page.getByText('Same SKU, different title').first().waitFor()
  await lookHere(page, 'adopting-look')
  await page.getByRole('button', { name: 'Link: A garden gnome' }).press('l')
  await page.getByRole('button', { name: 'Link 3' }).click()
  await page.getByText('Nothing to review.').waitFor()
  await until(
    'all three are linked',
    async () =>
      (
        await Promise.all(
          [sure, other, more].map(({ id: productId }) => seller.call(listListingProducts, { query: { productId } })),
        )
      ).every((all) => all.some(({ channel, status }) => channel === 'shopify' && status === 'listed')) || undefined,
  )
  for (const { sku } of [sure, other, more])
    expect((await shown('shopify', sku)).map(({ price }) => price)).toEqual([33])
  expect((await shown('shopify', other.sku))[0]?.title).toBe('A garden gnome')
  await queues.getByRole('link', { name: /^Quantity differs/ }).click()
  await page.getByRole('button', { name: /^Shopify’s: / }).waitFor()
  await lookHere(page, 'adopting-differs')
  expect((await shown('shopify', more.sku))[0]?.quantity).toBe(9)
  await page.getByRole('button', { name: /^Motto’s: / }).click()
  await until('Shopify shows ours', async () =>
    (await shown('shopify', more.sku))[0]?.quantity === 5 ? true : undefined,
  )
  await page.getByText('All linked quantities match.').waitFor()
  await queues.getByRole('link', { name: /^Already in Motto/ }).click()
  await page.getByRole('button', { name: 'Unlink: A garden gnome' }).waitFor()
  await queues.getByRole('link', { name: /^Not in Motto/ }).click()
  await page.getByRole('button', { name: 'Import: A lamp of clay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import 1 listing' })
  // A toast of before would lie over the dialog.
  await expect.poll(() => page.locator('.mantine-Notification-root').count(), patience).toBe(0)
  await lookHere(page, 'adopting-make')
  await dialog.getByRole('button', { name: 'Continue to Review' }).click()
  await page.getByRole('heading', { name: 'Shopify Item Import' }).waitFor()
  await page.getByRole('button', { name: 'Import 1 product' }).waitFor()
  await lookHere(page, 'adopting-review')
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await page.getByText('Import process started.').waitFor()
  await page.getByText('Products imported. They’re being linked to their listings in the background.').waitFor()
  const made = await until('the lamp is a product that is kept in step', async () => {
    const { id } = await seller.call(getProductBySku, { params: { sku: 'LAMP-1' } })
    const all = await seller.call(listListingProducts, { query: { productId: id } })
    return all.some(({ channel, listSettings }) => channel === 'shopify' && listSettings.syncQuantity) ? id : undefined
  })
  expect(await seller.call(getProduct, { params: { id: made } })).toMatchObject({
    title: 'A lamp of clay',
    price: 33,
    quantity: 5,
  })
  expect(await shown('shopify', 'LAMP-1')).toHaveLength(1)
  await page.getByRole('link', { name: 'View or undo changes' }).waitFor()

  await reopen(page, `${stage.motto.url}/dashboard`)
  await settled(page)
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('Existing listings')
  await page.getByRole('dialog').getByRole('button', { name: 'Existing listings' }).first().click()
  await page.getByRole('link', { name: /eBay/ }).first().click()
  const hub = await seller.product(template, { image, quantity: 5 })
  await sandbox.addItems('ebay', [{ ...item(hub.sku, await titleOf(hub)), madeIn: 'Seller Hub' }])
  const { externalId: number } = (await shown('ebay', hub.sku))[0] ?? {}
  await page.getByRole('button', { name: 'Add Seller Hub listings' }).click()
  const bringing = page.getByRole('dialog', { name: 'Add Seller Hub listings' })
  await bringing.getByRole('textbox', { name: 'Item numbers' }).fill(`https://www.ebay.com/itm/${number}`)
  await bringing.getByRole('button', { name: 'Add listings' }).press('Enter')
  await bringing.getByText('Check this box to continue.').waitFor()
  await bringing.getByRole('checkbox', { name: /^I understand that I can then change/ }).check()
  await bringing.getByRole('button', { name: 'Add listings' }).press('Enter')
  await page.getByText('1 listing added.').waitFor()
  // All of eBay was read with it.
  await page.getByRole('button', { name: 'Link 4' }).click()
  await until(
    'a sale on Shopify lowers eBay',
    async () => {
      const [there] = await shown('ebay', sure.sku)
      if (there?.quantity === 5 && (await shown('shopify', sure.sku))[0]?.quantity === 5)
        await sandbox.buy('shopify', sure.sku, 2)
      return there?.quantity === 3 ? true : undefined
    },
    60_000,
  )
  expect(await shown('ebay', sure.sku)).toHaveLength(1)
  expect(await shown('ebay', hub.sku)).toMatchObject([{ externalId: number, quantity: 5 }])
})

it('PRO-003 PRO-008 PRO-018 IMP-151 IMP-154 IMP-155 IMP-160 the wizard makes a product of what stands on a connected channel, in three steps', async () => {
  const { page } = stage.tab
  const { seller, sandbox } = stage.story
  const vases = Array.from({ length: 11 }, (_, at) => ({
    sku: `VASE-${at}`,
    title: `Vase ${at}`,
    price: 12,
    quantity: 2,
  }))
  await sandbox.addItems('shopify', vases)
  await reopen(page, `${stage.motto.url}/inventory/new`)
  await page.getByRole('button', { name: /^Import from Channel/ }).click()
  await page.waitForURL(/method=import/)
  const steps = async () =>
    (await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').allInnerTexts()).map((text) =>
      text.replaceAll(/^[\d✓]+|, done$|\n/g, '').trim(),
    )
  await expect.poll(steps, patience).toEqual(['Method', 'Map Fields', 'Review & Import'])
  const channels = page.getByRole('navigation', { name: 'Connected channels' })
  await channels.getByRole('link').first().waitFor()
  await expect.poll(() => channels.getByRole('link').allInnerTexts(), patience).toEqual(['eBay', 'Shopify'])
  await channels.getByRole('link', { name: 'Shopify' }).click()
  await page.getByRole('button', { name: /^Scan (again|Shopify)$/ }).click()
  const rows = page.getByRole('table', { name: 'Shopify listings' }).locator('tbody tr')
  await expect.poll(() => rows.count(), patience).toBe(10)
  const size = page.getByRole('combobox', { name: 'Rows per page' })
  await size.click()
  await expect.poll(() => page.getByRole('option').allInnerTexts(), patience).toEqual(['5', '10', '25'])
  await page.getByRole('option', { name: '25' }).click()
  await expect.poll(() => rows.count(), patience).toBeGreaterThan(10)
  await page.getByRole('checkbox', { name: 'Select Vase 3' }).check()
  await lookHere(page, 'import-from-channel')
  await page.getByRole('button', { name: 'Import 1', exact: true }).click()
  await page.getByRole('heading', { name: '1 listing of Shopify' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Select Vase 3' }).isChecked(), patience).toBe(true)
  await page.getByRole('button', { name: 'Import 1', exact: true }).click()
  await page.getByRole('button', { name: 'Continue to Review' }).click()
  await page.getByRole('heading', { name: 'Shopify Item Import' }).waitFor()
  await expect.poll(steps, patience).toEqual(['Method', 'Map Fields', 'Review & Import'])
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await page.getByText('Products imported. They’re being linked to their listings in the background.').waitFor()
  const { id } = await until('the vase is made', () => seller.call(getProductBySku, { params: { sku: 'VASE-3' } }))
  expect(await seller.call(getProduct, { params: { id } })).toMatchObject({ title: 'Vase 3', price: 12, quantity: 2 })
})

it('whoever decides with keys goes on with the next row, faster than the answers', async () => {
  const { page } = stage.tab
  const names = ['Jug one', 'Jug two', 'Jug three', 'Jug four']
  await stage.story.sandbox.addItems(
    'shopify',
    names.map((title, at) => ({ sku: `JUG-${at}`, title, price: 9, quantity: 1 })),
  )
  const { id } = (await stage.story.seller.call(listIntegrations)).shopify ?? { id: 0 }
  await reopen(page, `${stage.motto.url}/adopt/${id}?tab=new`)
  await page.getByRole('button', { name: /^Scan / }).click()
  const first = page.getByRole('button', { name: 'Ignore: Jug one' })
  await first.waitFor()
  await page.route('**/api/v2/**', async (route) => {
    if (route.request().method() !== 'GET') await new Promise((done) => setTimeout(done, 500))
    await route.continue()
  })
  await first.focus()
  for (const _ of names) await page.keyboard.press('a')
  const alone = page.getByRole('navigation', { name: 'Listings' }).getByRole('link', { name: 'Ignored' })
  await expect.poll(() => alone.textContent(), patience).toMatch(/^Ignored .* 4$/)
  await page.unrouteAll({ behavior: 'wait' })
})

it('a SKU that is sold there already asks before it is listed, and is linked at a press', async () => {
  const { page } = stage.tab
  const { seller, sandbox, template, image } = stage.story
  const product = await seller.product(template, { image, quantity: 5 })
  await sandbox.addItems('shopify', [{ sku: product.sku, title: 'Sold by hand', price: 33, quantity: 5 }])
  await reopen(page, `${stage.motto.url}/product/${product.id}/publish/shopify`)
  await page.getByRole('button', { name: 'List on Shopify', exact: true }).click()
  const state = page.getByRole('complementary', { name: 'State on Shopify' })
  await state.getByText('This SKU is already on Shopify').waitFor()
  await lookHere(page, 'publish-already-there')
  await state.getByRole('button', { name: 'Link it' }).click()
  await state.getByText('Live').first().waitFor()
  expect((await shown('shopify', product.sku)).map(({ title, price }) => [title, price])).toEqual([
    ['Sold by hand', 33],
  ])

  // What was read already is asked about before it is listed.
  const next = await seller.product(template, { image, quantity: 5 })
  await sandbox.addItems('shopify', [{ sku: next.sku, title: 'Sold by hand, too', price: 33, quantity: 5 }])
  const { id: integrationId } = (await seller.call(listIntegrations)).shopify ?? { id: 0 }
  await seller.call(readCatalogue, { params: { integrationId } })
  await reopen(page, `${stage.motto.url}/product/${next.id}/publish/shopify`)
  await state.getByText('This SKU is already on Shopify').waitFor()
  await state.getByRole('button', { name: 'Link it' }).click()
  await state.getByText('Live').first().waitFor()
  expect((await shown('shopify', next.sku)).map(({ title }) => title)).toEqual(['Sold by hand, too'])
})
