import { useDebouncedValue } from '@mantine/hooks'
import { getProductBySku } from '#contract/products.ts'
import { useRead } from '../api.ts'

/** How long typing must pause before the SKU is looked up, in milliseconds. */
const typingMs = 300

/** Says while one types that a SKU belongs to another product; undefined while it is free or not known yet. */
export function useSkuTaken(typed: string): string | undefined {
  const sku = typed.trim()
  const [asked] = useDebouncedValue(sku, typingMs)
  const found = useRead(getProductBySku, { params: { sku: asked } }, { enabled: asked !== '' })
  return asked === sku && found.data ? `A product with the SKU ${sku} already exists.` : undefined
}
