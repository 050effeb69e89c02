// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { listSharing } from '#contract/sync/sharing.ts'
import { roles } from '#contract/permissions.ts'
import { getTemplate, saveTemplate } from '#contract/templates.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aTemplate } from '#web/testing/listings.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, theOne } from '#web/testing/screen.tsx'

const server = fakeServer()

it('TPL-105..TPL-108 a super-admin makes a template a stock template, and nobody else sees the switch', async () => {
  server.answer(getTemplate, aTemplate())
  server.answer(listSharing, { data: [], oversold: { orders: 0, of: 0 } })
  server.answer(saveTemplate, aTemplate({ isStock: true }))
  await renderPage('/template/7/details', { roleId: roles.admin })
  await theOne('field', 'Name')
  expect(all('switch', 'Is Stock Template')).toEqual([])
  await renderPage('/template/7/details', { roleId: roles.superAdmin })
  await press('switch', /^Is Stock Template/)
  await press('button', 'Save')
  await says('Template Saved.')
  expect(server.calls(saveTemplate).map(({ body }) => body.productTemplate)).toMatchObject([{ isStock: true }])
})
