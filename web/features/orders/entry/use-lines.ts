import { useState } from 'react'
import { listProducts } from '#contract/products/products.ts'
import { call, messageOf } from '#web/call.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { type Product, productFields } from '#web/form/products/sellable.ts'
import { itemOf } from './draft.ts'
import type { OrderInWriting } from './use-order.ts'

/** The server takes no more lines than that. */
export const mostLines = 200

async function productsOf(skus: readonly string[]): Promise<Product[]> {
  const { data } = await call(listProducts, { query: { skus: [...skus], limit: mostLines, fields: productFields } })
  const bySku = new Map(data.map((product) => [product.sku, product]))
  return skus.flatMap((sku) => bySku.get(sku) ?? [])
}

/** Makes lines of the products chosen in the table, unless there are lines already (ORD-159, ORD-160). */
export function useLines({ draft, chosen, begin }: OrderInWriting) {
  const [fetching, setFetching] = useState(false)
  /** @returns whether the lines stand; why not was said */
  const copy = async (): Promise<boolean> => {
    if (draft.items.length > 0 || chosen.size === 0) return true
    if (chosen.size > mostLines) {
      toast.info(`An order can have up to ${mostLines} lines.`)
      return false
    }
    setFetching(true)
    try {
      const items = await productsOf([...chosen.values()])
      begin({ items: items.map(itemOf) })
      return true
    } catch (error) {
      toast.error('The products could not be loaded.', messageOf(error))
      return false
    } finally {
      setFetching(false)
    }
  }
  return { copy, fetching }
}
