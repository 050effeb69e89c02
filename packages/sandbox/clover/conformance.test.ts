import { expect, it } from 'vitest'
import { openApiChecker } from '../../../channels/testing/published/spec.ts'
import { describedBy, describedCalls } from '../testing/described.ts'
import { elements, openTestClover } from '../testing/clover-shop.ts'

const described = describedBy('clover/spec/clover-v3.assembled.json')

it.skipIf(described.isAbsent)(`every answer keeps to what Clover publishes of its API${described.note}`, async () => {
  const shop = openTestClover()
  const checker = openApiChecker(described.paths[0] ?? '')
  const { call, problems } = describedCalls({ checker: () => checker, send: shop.ask, pathOf: shop.path })
  const tokens = await shop.connect()
  problems.push(...checker.checkResponse('POST', '/oauth/v2/token', 200, tokens))
  await call('GET', '?expand=address,properties')
  await call('GET', 'properties')
  const [category] = elements(await call('GET', 'categories?limit=10'))
  await call('POST', 'categories', 200, { name: 'Cups' })
  await call('POST', 'items', 400, { price: 5 })
  await call('POST', 'items', 400, { name: 'Mug', price: -5 })
  const mug = String(
    (await call('POST', 'items', 200, { name: 'Mug', price: 1200, sku: 'MUG', code: '4006381333931' }))['id'],
  )
  await call('PUT', `items/${mug}`, 200, { name: 'Mug', price: 1300, sku: 'MUG' })
  await call('POST', `items/${mug}`, 200, { autoManage: true, hidden: false })
  await call('POST', 'category_items', 200, { elements: [{ item: { id: mug }, category: { id: category?.['id'] } }] })
  await call('POST', 'category_items', 404, { elements: [{ item: { id: mug }, category: { id: 'NONE' } }] })
  await call('POST', `item_stocks/${mug}`, 200, { quantity: 9 })
  await call('GET', `item_stocks/${mug}`)
  await call('GET', 'item_stocks?limit=1000')
  const group = String((await call('POST', 'item_groups', 200, { name: 'Tee' }))['id'])
  const size = String((await call('POST', 'attributes', 200, { name: 'Size', itemGroup: { id: group } }))['id'])
  const large = String((await call('POST', `attributes/${size}/options`, 200, { name: 'L' }))['id'])
  const made = await call('POST', 'bulk_items', 200, {
    items: [{ name: 'Tee', price: 900, sku: 'TEE-L', itemGroup: { id: group } }],
  })
  const [{ id: tee } = { id: '' }] = made as unknown as { id: string }[]
  await call('POST', 'option_items', 200, { elements: [{ option: { id: large }, item: { id: tee } }] })
  await call('PUT', 'bulk_items', 200, { items: [{ id: tee, price: 950 }] })
  await call('GET', `items/${tee}?expand=itemStock,options,categories`)
  await call('GET', 'items?filter=sku=TEE-L&expand=itemStock,options,categories&limit=1000&offset=0')
  await call('GET', 'items?expand=itemStock,options,categories,tags', 400)
  await call('GET', 'items?filter=colour=red', 400)
  await call('GET', `item_groups/${group}?expand=items,attributes`)
  await call('GET', 'item_groups?filter=name=Tee&expand=items,attributes')
  await call('GET', `attributes/${size}`)
  await call('GET', `attributes/${size}/options`)
  await call('GET', 'attributes?limit=5')
  const bought = shop.simulator.buy({ lines: [{ sku: 'MUG', quantity: 2 }], payment: 'paid', test: false })
  const order = bought.externalOrderId
  shop.simulator.refund({ externalOrderId: order, lines: [{ sku: 'MUG', quantity: 1 }], restock: true })
  await call('GET', 'orders?filter=modifiedTime>=0&expand=lineItems,payments,customers&limit=50&offset=0')
  await call('GET', `orders/${order}?expand=lineItems,payments,refunds`)
  await call('GET', `orders/${order}/line_items?limit=10`)
  await call('POST', `orders/${order}`, 200, { note: 'Gift' })
  await call('GET', 'orders/NONE', 404)
  for (const list of ['payments', 'refunds', 'customers']) await call('GET', `${list}?limit=1`)
  await call('DELETE', `items/${mug}`)
  await call('GET', `items/${mug}`, 404)
  await call('DELETE', `item_groups/${group}`, 400)
  await call('DELETE', `items/${tee}`)
  await call('DELETE', `attributes/${size}`)
  await call('DELETE', `item_groups/${group}`)
  const { body } = await shop.token('refresh', { refresh_token: tokens['refresh_token'] })
  problems.push(...checker.checkResponse('POST', '/oauth/v2/refresh', 200, body))
  expect(problems).toEqual([])
})
