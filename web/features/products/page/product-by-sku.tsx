import { useParams } from '@tanstack/react-router'
import { getProductBySku } from '#contract/products/products.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Navigate } from '#web/ui/link.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'

/** Finds a product by its SKU and goes on to it (PRO-155, PRO-156). The page stays until the script of the next page has loaded. */
export function ProductBySku() {
  const { sku } = useParams({ from: '/product/sku/$sku' })
  const product = useRead(getProductBySku, { params: { sku } })
  const isUnknown = product.error?.status === 404
  return (
    <Page title={sku} crumbs={[{ label: 'Inventory', to: linkTo({ to: '/inventory' }) }]}>
      {product.isError && !isUnknown ? (
        <ErrorState error={product.error} retry={() => void product.refetch()} />
      ) : (
        <FormSkeleton label="Finding product" />
      )}
      {product.data && <Navigate to="/product/$productId" params={{ productId: String(product.data.id) }} replace />}
      {isUnknown && <Navigate to="/product-not-found" search={{ sku }} replace />}
    </Page>
  )
}
