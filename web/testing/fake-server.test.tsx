// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { getClient, updateClient } from '#contract/organizations/organizations.ts'
import { allSkus } from '#contract/products/products.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { roles } from '#contract/permissions.ts'
import { createTemplate, getTemplate } from '#contract/templates.ts'
import { call } from '../call.ts'
import { fakeServer } from './fake-server.ts'
import { aTemplate } from './listings.ts'
import { anOrderRow } from './orders.ts'
import { shop } from './organization.ts'
import { renderPage } from './render-page.tsx'
import { theOne, says, text, until } from './screen.tsx'

describe('a page on the fake server', () => {
  const server = fakeServer()

  it('the orders page shows an order and sends what its address asks for', async () => {
    server.answer(searchOrders, [anOrderRow({ number: 'N-1' })])
    server.answer(allSkus, ['TEE-1'])
    const page = await renderPage('/orders?skus=TEE-1&tab=open')
    await says('N-1')
    await theOne('heading', 'Orders')
    expect(server.calls(searchOrders)[0]?.query).toMatchObject({ skus: ['TEE-1'], tab: 'open' })
    expect(page.address()).toBe('/orders?skus=TEE-1&tab=open')
  })

  it('a guest gets no button that the role does not allow', async () => {
    server.answer(searchOrders, [anOrderRow()])
    server.answer(allSkus, [])
    await renderPage('/orders', { roleId: roles.guest })
    await says('Ana Lima')
    expect(text()).not.toContain('New Order')
  })

  it('the page reads again after the server tells of a change', async () => {
    server.answer(searchOrders, [])
    server.answer(allSkus, [])
    await renderPage('/orders')
    await until(() => server.events.count === 1)
    await until(() => server.calls(searchOrders).length === 1)
    server.answer(searchOrders, [anOrderRow({ number: 'N-2' })])
    server.tell('orders')
    await says('N-2')
  })

  it('a visitor who is not logged in is led to the login page', async () => {
    const { left } = await renderPage('/orders?tab=open', null)
    expect(left).toEqual(['/login?redirectTo=%2Forders%3Ftab%3Dopen'])
    await renderPage('/login', null)
    await theOne('button', 'Log In')
  })
})

describe('the fake server', () => {
  const server = fakeServer()

  it('reads a request by the contract and replies to what was sent', async () => {
    server.answer(updateClient, ({ body }) => ({ ...shop, displayName: body.displayName }))
    const reply = await call(updateClient, { body: { clientId: 1, displayName: '  Corner shop  ' } })
    expect(reply.displayName).toBe('Corner shop')
    expect(server.calls(updateClient).map(({ body }) => body.description)).toEqual([''])
  })

  it('prefers a literal path, reads parameters, and knows the idempotency key', async () => {
    server.answer(getTemplate, ({ params }) => aTemplate({ id: params.id }))
    server.answer(createTemplate, aTemplate())
    expect((await call(getTemplate, { params: { id: 8 } })).id).toBe(8)
    await call(createTemplate, { body: { productTemplate: { name: 'Lamps' } } }, { idempotencyKey: 'k' })
    expect(server.calls(createTemplate)[0]?.key).toBe('k')
  })

  it('refuses with a code of the contract and its sentence', async () => {
    server.fail(getClient, 'forbidden')
    await expect(call(getClient)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    server.fail(updateClient, 'invalid_input', { message: 'No.', fields: { displayName: 'Too long.' } })
    const input = { body: { clientId: 1, displayName: 'Shop' } }
    await expect(call(updateClient, input)).rejects.toMatchObject({
      message: 'No.',
      fields: { displayName: 'Too long.' },
    })
  })

  it('refuses what the contract does not take, as the real server does', async () => {
    server.answer(updateClient, shop)
    server.refuseInvalid(updateClient)
    await expect(call(updateClient, { body: { clientId: 1, displayName: ' ' } })).rejects.toMatchObject({
      status: 400,
      fields: { displayName: 'Display name is required.' },
    })
  })

  it('loses an answer after it received the request', async () => {
    server.lose(getClient)
    await expect(call(getClient)).rejects.toMatchObject({ status: 0 })
    expect(server.calls(getClient)).toHaveLength(1)
  })

  it('holds an answer back until it is released', async () => {
    server.answer(getClient, shop)
    const release = server.hold(getClient)
    let arrived = false
    const reply = call(getClient).then(() => (arrived = true))
    await new Promise((resolve) => setTimeout(resolve))
    expect(arrived).toBe(false)
    release()
    await reply
    expect(arrived).toBe(true)
  })

  it('notes a request that nobody answers, and what breaks the contract', async () => {
    await expect(call(getClient)).rejects.toMatchObject({ message: 'Nobody answers GET /admin/getClient' })
    server.answer(getClient, { ...shop, id: 0 })
    await call(getClient)
    server.answer(updateClient, shop)
    await call(updateClient, { body: { clientId: 1, displayName: ' ' } })
    expect(server.takeFaults()).toEqual([
      'Nobody answers GET /admin/getClient',
      expect.stringMatching(/^The answer to \/admin\/getClient breaks the contract/),
      'POST /admin/updateClient breaks the contract: {"displayName":"Display name is required."}',
    ])
  })
})
