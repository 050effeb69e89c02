import { expect, it } from 'vitest'
import { sandboxedApp } from '../../testing/setup/sandboxed.ts'
import { openShop } from '../../testing/shop/shop.ts'
import { checkIntegrationJob } from './jobs.ts'

const on = sandboxedApp()

it('a channel that will not call us still gets its defaults, and is looked at as one that does not call', async () => {
  const shop = await openShop(on.app, on.sandbox, ['shopify'])
  const integrationId = await shop.integrationId('shopify')
  // Shopify calls no address without TLS.
  const services = { ...on.app.services, config: { ...on.app.services.config, publicUrl: 'http://motto.example.com' } }
  await checkIntegrationJob(services, { organizationId: shop.ctx.organizationId, integrationId })
  const row = await shop.ctx.db
    .selectFrom('integrations')
    .select(['settings', 'hookedAt', 'hooksProblem'])
    .where('id', '=', integrationId)
    .executeTakeFirstOrThrow()
  expect(row.hookedAt).toBeNull()
  expect(row.hooksProblem).toContain('http:// is not supported')
  expect(row.settings.locationId).toMatch(/\d/)
})
