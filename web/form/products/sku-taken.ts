import { useDebouncedValue } from '@mantine/hooks'
import { listProducts } from '#contract/products/products.ts'
import { useRead } from '../../api.ts'

/** How long typing must pause before the SKU is looked up, in milliseconds. */
const typingMs = 300

/** Says while one types that a SKU belongs to another product; undefined while it is free or not known yet. */
export function useSkuTaken(typed: string): string | undefined {
  const sku = typed.trim()
  const [search] = useDebouncedValue(sku, typingMs)
  // As a list, which may be empty: for one that is not there the server answers 404, which browsers print as a failure.
  const products = useRead(
    listProducts,
    { query: { skus: [search], limit: 1, fields: ['sku'] } },
    { enabled: search !== '' },
  )
  return search === sku && products.data?.data.length ? `A product with the SKU ${sku} already exists.` : undefined
}
