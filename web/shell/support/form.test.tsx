// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { searchOrders } from '#contract/orders/orders.ts'
import { allSkus } from '#contract/products/products.ts'
import { getSupportAddress, sendSupportEmail } from '#contract/support.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { press, says, theOne, type, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()

it('NAV-108 a support message that cannot be sent is noted as "Failed to send support ticket", and shown', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server.answer(searchOrders, [])
  server.answer(allSkus, [])
  server.answer(getSupportAddress, { email: 'help@shop.example' })
  server.fail(sendSupportEmail, 'internal', { message: 'Nobody there.' })
  await renderPage('/orders')
  await press('button', 'Contact Support')
  const dialog = await theOne('dialog', /Contact Support/)
  await type('Message', 'Hello?', dialog)
  await press('button', 'Send', dialog)
  await until(() => log.mock.calls.some(([first]) => first === 'Failed to send support ticket'))
  await says('Failed to send support ticket. Nobody there. Your message is still here.', dialog)
  expect(await valueOf('Message', dialog)).toBe('Hello?')
})
