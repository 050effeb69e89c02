import type pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { fillFixture } from '#seed/fixture.ts'
import { readConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import { type Running, sharedMotto } from './running.ts'
import { Seller } from './seller.ts'

/** A seller of the shared Motto who has this many believable products. */
export async function startFilled(products: number): Promise<{
  motto: Running
  seller: Seller
  clientId: number
  connection: pg.PoolConfig
  stop: () => Promise<void>
}> {
  const { connection, ...motto } = await sharedMotto()
  const seller = new Seller(motto.url, motto.dataDir)
  const clientId = await seller.begin('Northlight Wholesale')
  const { services, stop } = await openServices({
    config: { ...readConfig({ DATA_DIR: motto.dataDir, LOG_LEVEL: 'silent' }), role: 'api' },
    connection,
  })
  await fillFixture(services, { organizationId: clientId, products })
  await stop()
  return { motto, seller, clientId, connection, stop: motto.stop }
}

/** A field with a list: one that can be searched is a combobox, another one a text box. */
export const chooser = (inside: Page | Locator, name: string) =>
  inside
    .getByRole('combobox', { name, exact: true })
    .or(inside.getByRole('textbox', { name, exact: true }))
    .first()

export async function choose(page: Page, inside: Page | Locator, name: string, option: string | RegExp): Promise<void> {
  await chooser(inside, name).click()
  await page
    .getByRole('option', { name: option, exact: typeof option === 'string' })
    .first()
    .click()
}

/** The SKUs of the table, from above. */
export const skus = (page: Page) => page.locator('.ag-row [col-id="sku"]').allInnerTexts()
/** How many products the page says there are: "1,284". */
export const total = async (page: Page) =>
  Number(
    (await page.getByRole('heading', { name: 'Inventory', level: 1 }).locator('+ span').innerText()).replace(
      /[^\d]/g,
      '',
    ),
  )
