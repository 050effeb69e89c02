import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { connect } from '../../testing/conformance/stage.ts'
import { shopify } from '../index.ts'
import { shopifyLookups } from '../lookups.ts'

describe('Shopify', () => {
  let sandbox: Sandbox
  beforeAll(async () => void (sandbox = await openSandbox()))
  afterAll(() => sandbox.stop())
  const stage = () =>
    connect({
      channel: shopify,
      settings: ShopifySettings.parse({}),
      inspect: () => [],
      redirect: 'http://localhost:3000/oauth/shopify',
      context: {
        clientId: 'motto-sandbox-shopify',
        clientSecret: 'sandbox-shopify-secret',
        secrets: {},
        facts: {},
        origins: { shop: `${sandbox.url}/shopify/{shop}` },
        shop: 'leaving.myshopify.com',
      },
    })

  it('no longer takes our token once we left, and lets us come back', async () => {
    const first = await stage()
    await shopify.disconnect?.(first.connection())
    await expect(shopify.account(first.connection())).rejects.toMatchObject({ kind: 'unauthorized' })
    expect(await shopify.account((await stage()).connection())).toMatchObject({
      shop: 'leaving.myshopify.com',
      currency: 'USD',
    })
  })

  it('its categories are walked level by level', async () => {
    const c = (await stage()).connection()
    const roots = await shopifyLookups.categories(c, {})
    const parent = roots.find(({ isLeaf }) => !isLeaf)?.id ?? ''
    expect(roots.every(({ parentId }) => parentId === null)).toBe(true)
    const children = await shopifyLookups.categories(c, { parent })
    expect(children.length).toBeGreaterThan(0)
    expect(children.every(({ parentId }) => parentId === parent)).toBe(true)
  })
})
