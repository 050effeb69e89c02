import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { getProduct, listProducts } from '#contract/products/products.ts'
import { useRead } from '#web/api.ts'
import type { Product } from './product.ts'

/** The product that shows what rules make: the one at hand, else one of the template that can be chosen. */
export function usePreviewed(templateId: number, product: Product | undefined) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 300)
  const products = useRead(
    listProducts,
    { query: { templateIds: [templateId], search: search ? [search] : undefined, limit: 25 } },
    { keepPrevious: true, enabled: product === undefined },
  )
  const id = chosen ?? product?.id ?? products.data?.data[0]?.id
  const other = useRead(getProduct, { params: { id: id ?? 0 } }, { enabled: id !== undefined && id !== product?.id })
  return {
    id,
    shown: id === product?.id ? product : other.data,
    options: (products.data?.data ?? []).map((candidate) => ({
      value: String(candidate.id),
      label: `${candidate.sku} ${candidate.title}`,
    })),
    /** No product is of this template. */
    isWithout: products.data?.items === 0 && !search,
    typed,
    setTyped,
    choose: setChosen,
  }
}
export type Previewed = ReturnType<typeof usePreviewed>
