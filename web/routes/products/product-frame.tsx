import { useParams } from '@tanstack/react-router'
import { getProduct } from '#contract/products/products.ts'
import { useRead } from '#web/api.ts'
import { ProductPage } from '#web/features/products/page/product-page.tsx'
import { RulesOver } from '../rules-over.tsx'

/** The product's page, with the rules of its template over it where the address asks for them. */
export function ProductFrame() {
  const { productId } = useParams({ from: '/product/$productId' })
  const product = useRead(getProduct, { params: { id: Number(productId) } }, { enabled: /^\d+$/.test(productId) })
  return (
    <>
      <ProductPage />
      {product.data && <RulesOver templateId={product.data.templateId} productId={product.data.id} />}
    </>
  )
}
