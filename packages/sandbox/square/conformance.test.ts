import { expect, it } from 'vitest'
import { openApiChecker } from '../../../channels/testing/published/spec.ts'
import { toCurrentSquare } from '../../../channels/testing/published/square-current.ts'
import { describedBy, describedCalls } from '../testing/described.ts'
import { item, openTestSquare, upserting, variation } from '../testing/square-shop.ts'

const described = describedBy('square/spec/square-connect-v2.trimmed.json')

/** The published description is the earlier one; what changed since is amended. */
const versions = [
  ['2025-08-20', undefined],
  ['2026-09-16', toCurrentSquare],
] as const

const named = `every answer of version %s keeps to Square's published API description${described.note}`
it.skipIf(described.isAbsent).each(versions)(`${named}`, async (version, amend) => {
  const shop = openTestSquare()
  const checker = openApiChecker(described.paths[0] ?? '', amend)
  const { call, problems } = describedCalls({
    checker: () => checker,
    send: (method, path, json) => shop.send(method, path, { json, headers: { 'square-version': version } }),
  })
  await call('GET', '/v2/merchants', 401)
  const tokens = await shop.connect()
  problems.push(...checker.checkResponse('POST', '/oauth2/token', 200, tokens))
  await call('POST', '/oauth2/token/status', 200)
  await call('GET', '/v2/merchants', 200)
  const places = (await call('GET', '/v2/locations', 200))['locations'] as { id: string }[]
  const location = places[0]?.id ?? ''
  await call('GET', `/v2/locations/${location}`, 200)
  await call('GET', '/v2/locations/NOWHERE', 404)
  await call('GET', '/v2/catalog/info', 200)
  await call('GET', '/v2/catalog/list?types=CATEGORY,TAX', 200)
  const option = {
    type: 'ITEM_OPTION',
    id: '#size',
    item_option_data: {
      name: 'Size',
      values: [{ type: 'ITEM_OPTION_VAL', id: '#m', item_option_value_data: { item_option_id: '#size', name: 'M' } }],
    },
  }
  const { name: _named, ...data } = variation('TEE-M')['item_variation_data'] as Record<string, unknown>
  const values = [{ item_option_id: '#size', item_option_value_id: '#m' }]
  const sized = { ...variation('TEE-M'), item_variation_data: { ...data, item_option_values: values } }
  const tee = item('Tee', [sized], { item_options: [{ item_option_id: '#size' }] })
  const made = await call('POST', '/v2/catalog/batch-upsert', 200, upserting(option, tee))
  const ids = made['id_mappings'] as { client_object_id: string; object_id: string }[]
  const idOf = (temporary: string) => ids.find((mapping) => mapping.client_object_id === temporary)?.object_id ?? ''
  await call('POST', '/v2/catalog/batch-upsert', 400, upserting(item('', [variation('X')])))
  await call('GET', `/v2/catalog/object/${idOf('#item-Tee')}?include_related_objects=true`, 200)
  await call('GET', '/v2/catalog/object/GONE', 404)
  await call('POST', '/v2/catalog/search', 200, { object_types: ['ITEM'], include_related_objects: true, limit: 10 })
  await call('POST', '/v2/catalog/batch-retrieve', 200, {
    object_ids: [idOf('#TEE-M')],
    include_related_objects: true,
  })
  const count = {
    catalog_object_id: idOf('#TEE-M'),
    state: 'IN_STOCK',
    location_id: location,
    quantity: '3',
    occurred_at: '2026-07-01T10:00:00Z',
  }
  const changes = [{ type: 'PHYSICAL_COUNT', physical_count: count }]
  await call('POST', '/v2/inventory/changes/batch-create', 200, { idempotency_key: 'count-1', changes })
  await call('POST', '/v2/inventory/counts/batch-retrieve', 200, { location_ids: [location], limit: 10 })
  expect(await call('GET', `/v2/inventory/${idOf('#TEE-M')}?location_ids=${location}`, 200)).toMatchObject({
    counts: [{ catalog_object_id: idOf('#TEE-M'), location_id: location, quantity: '3' }],
  })
  await call('GET', '/v2/inventory/GONE', 404)
  await call('GET', '/v2/refunds', 200)
  const { externalOrderId: id } = shop.simulator.buy({
    lines: [{ sku: 'TEE-M', quantity: 1 }],
    payment: 'paid',
    test: false,
  })
  const search = {
    location_ids: [location],
    query: {
      filter: { date_time_filter: { updated_at: { start_at: '2026-07-01T00:00:00Z' } } },
      sort: { sort_field: 'UPDATED_AT', sort_order: 'ASC' },
    },
  }
  await call('POST', '/v2/orders/search', 200, search)
  await call('POST', '/v2/orders/search', 400, { location_ids: [] })
  const { order } = (await call('GET', `/v2/orders/${id}`, 200)) as unknown as {
    order: { fulfillments: { uid: string }[] }
  }
  const fulfillments = [{ uid: order.fulfillments[0]?.uid, state: 'COMPLETED' }]
  await call('PUT', `/v2/orders/${id}`, 409, { order: { location_id: location, version: 7, fulfillments } })
  await call('PUT', `/v2/orders/${id}`, 200, { order: { location_id: location, version: 1, fulfillments } })
  const other = shop.simulator.buy({ lines: [{ sku: 'TEE-M', quantity: 1 }], payment: 'paid', test: false })
  shop.simulator.refund({ externalOrderId: other.externalOrderId, restock: true })
  const refundedOrder = (await call('GET', `/v2/orders/${other.externalOrderId}`, 200)) as unknown as {
    order: { refunds: { id: string }[] }
  }
  const refund = (await call('GET', `/v2/refunds/${refundedOrder.order.refunds[0]?.id}`, 200)) as unknown as {
    refund: { order_id: string; payment_id: string }
  }
  await call('GET', `/v2/payments/${refund.refund.payment_id}`, 200)
  await call('GET', '/v2/payments/GONE', 404)
  await call('POST', '/v2/orders/batch-retrieve', 200, { order_ids: [refund.refund.order_id] })
  await call('POST', '/v2/inventory/changes/batch-retrieve', 200, { types: ['ADJUSTMENT'], states: ['IN_STOCK'] })
  await call('POST', '/v2/catalog/batch-delete', 200, { object_ids: [idOf('#item-Tee')] })
  await call('DELETE', `/v2/catalog/object/${idOf('#item-Tee')}`, 404)
  expect([...new Set(problems)]).toEqual([])
})
