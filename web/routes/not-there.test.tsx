// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { getUser, getTwoFactor, listSessions, userRoles } from '#contract/accounts.ts'
import { getNotificationSettings } from '#contract/notifications.ts'
import { getProduct } from '#contract/products/products.ts'
import { getTemplate } from '#contract/templates.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aProfile } from '#web/testing/people.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, theOne, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()

it.each(['12a', '999999'])('NAV-029 PRO-108 PRO-148 PRO-158..PRO-161 a product %s is not found', async (id) => {
  server.fail(getProduct, 'not_found')
  const page = await renderPage(`/product/${id}`)
  await says("We couldn't find that product.")
  expect(page.address()).toBe('/product-not-found')
  for (const [name, path] of [
    ['Back to Inventory', '/inventory'],
    ['Create New Product', '/inventory/new'],
  ] as const)
    expect((await theOne('link', name)).getAttribute('href')).toBe(path)
})

it('NAV-136 a template that does not exist says No Data', async () => {
  server.fail(getTemplate, 'not_found')
  await renderPage('/template/999999')
  await theOne('heading', 'No Data')
})

it('NAV-132 a failing read shows the server’s own sentence and a way to try again', async () => {
  server.answer(userRoles, [])
  server.answer(getTwoFactor, { enabled: false, enabledAt: null, backupCodesLeft: 0, requiredBy: [] })
  server.answer(listSessions, [])
  server.answer(getNotificationSettings, { member: true, email: 'dana@example.com', kinds: [] })
  server.fail(getUser, 'internal', { message: 'The cellar is flooded.' })
  await renderPage('/account')
  await says('The cellar is flooded.')
  server.answer(getUser, aProfile({ description: 'Sells cameras.' }))
  await until(() => all('button', /again/i)[0])
  await press('button', /again/i)
  expect(await valueOf('Biography')).toBe('Sells cameras.')
})
