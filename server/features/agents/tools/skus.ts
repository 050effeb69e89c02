import { listProducts } from '#contract/products/products.ts'
import { type Call, CallRefused } from '../call.ts'

/** @throws CallRefused which names SKUs that do not exist */
export async function idsOf(call: Call, skus: readonly string[]): Promise<Map<string, number>> {
  const uniqueSkus = [...new Set(skus)]
  const { data } = await call(listProducts, { query: { skus: uniqueSkus, limit: 1000, fields: ['id'] } })
  const ids = new Map(data.map((product) => [product.sku.toLowerCase(), product.id]))
  const missing = uniqueSkus.filter((name) => !ids.has(name.toLowerCase()))
  if (missing.length > 0)
    throw new CallRefused({
      success: false,
      data: null,
      code: 'not_found',
      message: `No product has these SKUs: ${missing.slice(0, 20).join(', ')}`,
    })
  return ids
}

export const refuse = (message: string) =>
  new CallRefused({ success: false, data: null, code: 'invalid_input', message })
