// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { roles } from '#contract/permissions.ts'
import {
  getProductSharing,
  listSharing,
  saveOrganizationSharing,
  saveSharingException,
} from '#contract/sync/sharing.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { anIntegration } from '#web/testing/integrations.ts'
import { answerProductPage } from '#web/testing/product-page.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, text, theOne, type, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()
const rule = (name: string, productId: number) => ({
  name,
  templateId: null,
  productId,
  sharing: { mode: 'shared' } as const,
  setBy: 'Dana',
  setAt: '2026-11-20T10:00:00.000Z',
})

beforeEach(() => {
  answerProductPage(server)
  server.answer(listIntegrations, { ebay: { ...anIntegration('ebay'), others: [] } })
  server.answer(listSharing, { data: [], oversold: { orders: 0, of: 0 } })
  server.answer(saveOrganizationSharing, ok)
  server.answer(saveSharingException, ok)
})
const isChosen = async (name: string) => ((await theOne('radio', name)) as HTMLInputElement).checked
const save = async () => (await theOne('button', 'Save stock sharing')) as HTMLButtonElement

describe('how stock is shared in the organization', () => {
  it('DESIGN 2: another way is saved after a question, and not before', async () => {
    await renderPage('/stock-sharing')
    await theOne('heading', 'Stock sharing')
    await says('No exceptions.')
    expect(await isChosen('Shared')).toBe(true)
    await press('radio', 'Guaranteed')
    await press('button', 'Save stock sharing')
    const question = await theOne('dialog', 'Change stock sharing to “Guaranteed”?')
    await says('Quantities above their share go down first.', question)
    await press('button', 'Cancel', question)
    expect(server.calls(saveOrganizationSharing)).toEqual([])
    await press('button', 'Save stock sharing')
    await press('button', 'Change stock sharing', await theOne('dialog', 'Change stock sharing to “Guaranteed”?'))
    await says('Your channels update over the next few minutes.')
    expect(server.calls(saveOrganizationSharing).map(({ body }) => body)).toEqual([{ sharing: { mode: 'guaranteed' } }])
  })

  it('DESIGN 2: the last pieces are a number from 1 to 1,000', async () => {
    await renderPage('/stock-sharing')
    await press('radio', 'Guaranteed for the last units')
    await type('Last units of each SKU', '0')
    await says('Enter at least 1 unit.')
    expect((await save()).disabled).toBe(true)
    await type('Last units of each SKU', '5000')
    ;(document.activeElement as HTMLElement).blur()
    await until(async () => (await save()).disabled)
    expect(await valueOf('Last units of each SKU')).toBe('5000')
    await type('Last units of each SKU', '10')
    await until(async () => !(await save()).disabled)
    await press('button', 'Save stock sharing')
    await press(
      'button',
      'Change stock sharing',
      await theOne('dialog', 'Change stock sharing to “Guaranteed for the last 10”?'),
    )
    await until(() => server.calls(saveOrganizationSharing).length === 1)
    expect(server.calls(saveOrganizationSharing)[0]?.body.sharing).toEqual({ mode: 'threshold', last: 10 })
  })

  it('DESIGN 2: an exception ends after a question', async () => {
    server.answer(listSharing, { data: [rule('TEE-1', 12)], oversold: { orders: 1, of: 40 } })
    await renderPage('/stock-sharing')
    await says('1 of your 40 orders in the last 90 days was oversold.')
    expect(text(await theOne('row', /TEE-1/))).toContain('Shared')
    await press('button', 'Remove the exception for TEE-1')
    await press('button', 'Remove exception', await theOne('dialog', 'Remove the exception for TEE-1?'))
    await says('Exception removed.')
    expect(server.calls(saveSharingException).map(({ body }) => body)).toEqual([{ productId: 12, sharing: null }])
  })

  it('DESIGN 2: a member reads how stock is shared, and is told who may change it', async () => {
    await renderPage('/stock-sharing', { roleId: roles.member })
    await says('You have view-only access.')
    expect(((await theOne('radio', 'Shared')) as HTMLInputElement).disabled).toBe(true)
    expect(all('button', 'Save stock sharing')).toEqual([])
  })
})

describe('how the stock of one product is shared', () => {
  const part = (channel: 'ebay' | 'shopify', shown: number) => ({
    sku: 'TEE-1',
    channel,
    integrationId: channel === 'ebay' ? 5 : 6,
    share: 3,
    lastSet: 3,
    shown,
    unseen: 0,
    hidden: 0,
    hiddenUntil: null,
    sold: 0,
  })

  it('DESIGN 2: each channel has its share and the reason, and all together are what is available', async () => {
    server.answer(getProductSharing, {
      sharing: { mode: 'guaranteed' },
      from: 'organization',
      available: [{ sku: 'TEE-1', available: 6 }],
      parts: [part('ebay', 3), part('shopify', 3)],
    })
    await renderPage('/product/12#why-ebay')
    const card = await theOne('section', 'Stock sharing')
    await says('Why does eBay show 3?', card)
    await says("eBay's share is 3.", card)
    await says('6 shown together ≤ 6 available', card)
    expect([...card.querySelectorAll('details')].map((details) => details.open)).toEqual([true, false])
  })

  it('DESIGN 2: the card names the way and whose it is, and takes an exception', async () => {
    server.answer(getProductSharing, {
      sharing: { mode: 'guaranteed' },
      from: 'organization',
      available: [{ sku: 'TEE-1', available: 6 }],
      parts: [],
    })
    await renderPage('/product/12')
    const card = await theOne('section', 'Stock sharing')
    await says('Guaranteed, organization default', card)
    await press('button', 'Change', card)
    await theOne('radio', 'Same as the organization', card)
    expect(await isChosen('Same as the organization')).toBe(true)
    await press('radio', 'Shared', card)
    server.answer(getProductSharing, {
      sharing: { mode: 'shared' },
      from: 'product',
      available: [{ sku: 'TEE-1', available: 6 }],
      parts: [],
    })
    await press('button', 'Save stock sharing', card)
    await press('button', 'Change stock sharing', await theOne('dialog', 'Change stock sharing to “Shared”?'))
    await says('Shared, set for this product', card)
    expect(server.calls(saveSharingException).map(({ body }) => body)).toEqual([
      { productId: 12, sharing: { mode: 'shared' } },
    ])
  })

  it('DESIGN 2: the template takes an exception, too', async () => {
    await renderPage('/template/7/details')
    await press('radio', 'Guaranteed for the last units')
    await type('Last units of each SKU', '3')
    await press('button', 'Save stock sharing')
    await press(
      'button',
      'Change stock sharing',
      await theOne('dialog', 'Change stock sharing to “Guaranteed for the last 3”?'),
    )
    await until(() => server.calls(saveSharingException).length === 1)
    expect(server.calls(saveSharingException)[0]?.body).toEqual({
      templateId: 7,
      sharing: { mode: 'threshold', last: 3 },
    })
  })
})
