import { afterAll, beforeAll, expect, it } from 'vitest'
import { inspectBigCommerce, isBigCommerceDescribed } from '../../../channels/testing/published/bigcommerce.ts'
import { skipNote } from '../../../channels/testing/published/specs.ts'
import type { HttpCall } from '../../../channels/call.ts'
import type { Sandbox } from '../main.ts'
import { install, mug, shirt } from '../testing/bigcommerce-store.ts'
import { openSandbox } from '../testing/open.ts'

let sandbox: Sandbox
beforeAll(async () => void (sandbox = await openSandbox()))
afterAll(() => sandbox.stop())

it.skipIf(!isBigCommerceDescribed)(
  `every answer keeps to BigCommerce's published descriptions${skipNote(isBigCommerceDescribed)}`,
  async () => {
    const { hash, token, send } = await install(sandbox)
    const base = `${sandbox.url}/bigcommerce`
    const inspect = inspectBigCommerce(base)
    const deviations: string[] = []
    const call = async (method: HttpCall['method'], path: string, expected: number, json?: unknown) => {
      const { status, body } = await send(method, path, json)
      expect([path, status, status === expected ? '' : JSON.stringify(body)]).toEqual([path, expected, ''])
      const request = { method, url: `${base}/stores/${hash}${path}`, headers: { 'x-auth-token': token } }
      // What is refused may be wrong in itself.
      const problems = inspect({ ...request, ...(json !== undefined && { json }) }, { status, headers: {}, body })
      deviations.push(...problems.filter((problem) => expected < 400 || !problem.startsWith('request ')))
      return (body as { data?: unknown } | undefined)?.data
    }
    await call('GET', '/v2/store', 200)
    await call('GET', '/v3/inventory/locations', 200)
    await call('GET', '/v3/catalog/trees', 200)
    await call('GET', '/v3/catalog/trees/1/categories?depth=8', 200)
    await call('GET', '/v3/catalog/trees/7/categories', 404)
    const image = 'https://pictures.example/mug.jpg'
    const mugProduct = (await call(
      'POST',
      '/v3/catalog/products',
      200,
      mug({ brand_name: 'Harbor', images: [{ image_url: image }] }),
    )) as { id: number }
    await call('POST', '/v3/catalog/products', 409, mug())
    await call('POST', '/v3/catalog/products', 422, mug({ name: 'x'.repeat(251) }))
    await call('GET', '/v3/catalog/brands', 200)
    const two = (await call('POST', '/v3/catalog/products', 200, shirt())) as { id: number; variants: { id: number }[] }
    await call('GET', '/v3/catalog/products?include=variants,images&limit=50', 200)
    await call('GET', `/v3/catalog/products/${two.id}?include=variants,images`, 200)
    await call('GET', '/v3/catalog/products/9999', 404)
    await call('PUT', `/v3/catalog/products/${mugProduct.id}`, 200, { price: 19 })
    await call('PUT', '/v3/catalog/products', 200, [{ id: mugProduct.id, price: 20 }])
    const made = (await call('POST', `/v3/catalog/products/${mugProduct.id}/images`, 200, { image_url: image })) as {
      id: number
    }
    await call('PUT', `/v3/catalog/products/${mugProduct.id}/images/${made.id}`, 200, {
      sort_order: 0,
      is_thumbnail: true,
    })
    await call('DELETE', `/v3/catalog/products/${mugProduct.id}/images/${made.id}`, 204)
    const variant = two.variants[0]?.id ?? 0
    await call('POST', `/v3/catalog/products/${two.id}/variants/${variant}/image`, 200, { image_url: image })
    await call('GET', `/v3/catalog/products/${two.id}/variants`, 200)
    await call('GET', '/v3/catalog/variants?sku=SHIRT-M', 200)
    await call('PUT', '/v3/catalog/variants', 200, [{ id: variant, price: 30 }])
    await call('PUT', '/v3/catalog/variants', 422, [{ id: variant, price: -1 }])
    const options = (await call('GET', `/v3/catalog/products/${two.id}/options`, 200)) as { id: number }[]
    await call('POST', `/v3/catalog/products/${two.id}/options/${options[0]?.id}/values`, 200, {
      label: 'XL',
      sort_order: 2,
    })
    const items = [{ location_id: 1, variant_id: variant, quantity: 4 }]
    await call('PUT', '/v3/inventory/adjustments/absolute', 200, { reason: 'Counted', items })
    await call('PUT', '/v3/inventory/adjustments/absolute', 422, { items: [{ ...items[0], location_id: 99 }] })
    await call('GET', `/v3/inventory/items?variant_id:in=${variant}`, 200)
    await call('GET', `/v3/inventory/locations/1/items?variant_id:in=${variant}`, 200)
    await call('GET', '/v3/inventory/locations/99/items', 404)
    await call('GET', '/v2/orders', 204)
    const simulator = sandbox.simulators.get('bigcommerce')
    const [sent, paidBack] = [1, 2].map(
      () =>
        simulator?.buy({ lines: [{ sku: 'SHIRT-M', quantity: 1 }], payment: 'paid', test: false }).externalOrderId ??
        '',
    )
    await call(
      'GET',
      '/v2/orders?include=consignments,consignments.line_items&consignment_structure=object&limit=100',
      200,
    )
    await call('GET', `/v2/orders/${sent}`, 200)
    const { body } = await send('GET', `/v2/orders/${sent}/products`)
    const [line] = body as { id: number; order_address_id: number }[]
    await call('GET', `/v2/orders/${sent}/products`, 200)
    await call('GET', `/v2/orders/${sent}/shipping_addresses`, 200)
    await call('GET', `/v2/orders/${sent}/shipments`, 204)
    const parcel = {
      order_address_id: line?.order_address_id,
      tracking_number: '9400',
      shipping_provider: 'usps',
      items: [{ order_product_id: line?.id, quantity: 1 }],
    }
    await call('POST', `/v2/orders/${sent}/shipments`, 201, parcel)
    await call('GET', `/v2/orders/${sent}/shipments`, 200)
    await call('GET', '/v2/order_statuses', 200)
    const actions = `/v3/orders/${paidBack}/payment_actions`
    await call('GET', `${actions}/refunds`, 200)
    const part = [{ item_type: 'ORDER', item_id: Number(paidBack), amount: 1.5, reason: 'A scratch' }]
    const quote = (await call('POST', `${actions}/refund_quotes`, 201, { items: part })) as {
      refund_methods: { provider_id: string }[][]
    }
    expect(quote.refund_methods.flat().map(({ provider_id: id }) => id)).toEqual([
      'storecredit',
      'testgateway',
      'custom',
    ])
    const payment = (amount: number) => ({ payments: [{ provider_id: 'testgateway', amount, offline: false }] })
    await call('POST', `${actions}/refunds`, 201, { items: part, ...payment(1.5) })
    await call('POST', `${actions}/refunds`, 422, { items: part, ...payment(1.4) })
    await call('POST', `${actions}/refunds`, 422, {
      items: part,
      ...payment(9999),
      merchant_calculated_override: { total_amount: 9999, total_tax: 0 },
    })
    simulator?.refund({ externalOrderId: paidBack ?? '', restock: false })
    expect(await call('GET', `${actions}/refunds`, 200)).toHaveLength(2)
    await call('POST', `${actions}/refund_quotes`, 422, { items: part })
    const cancelled = simulator?.buy({ lines: [{ sku: 'SHIRT-M', quantity: 1 }], payment: 'pending', test: false })
    await call('PUT', `/v2/orders/${cancelled?.externalOrderId}`, 200, { status_id: 5, staff_notes: 'Nobody paid' })
    await call('GET', '/v3/hooks', 200)
    const hook = (await call('POST', '/v3/hooks', 200, {
      scope: 'store/order/created',
      destination: 'https://motto.example.com/hook',
      is_active: true,
      headers: { 'x-ours': 'yes' },
    })) as { id: number }
    await call('POST', '/v3/hooks', 422, { scope: 'store/order/created', destination: 'http://motto.example.com' })
    await call('GET', '/v3/hooks', 200)
    await call('PUT', `/v3/hooks/${hook.id}`, 200, { is_active: false })
    await call('DELETE', `/v3/hooks/${hook.id}`, 200)
    expect(deviations).toEqual([])
  },
)
