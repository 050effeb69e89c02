import { Navigate, useParams } from '@tanstack/react-router'
import { getProductBySku } from '#contract/products/products.ts'
import { useRead } from '#web/api.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'

/** Finds a product by its SKU and goes on to it (PRO-155, PRO-156). */
export function ProductBySku() {
  const { sku } = useParams({ from: '/product/sku/$sku' })
  const found = useRead(getProductBySku, { params: { sku } })
  if (found.data) return <Navigate to="/product/$productId" params={{ productId: String(found.data.id) }} replace />
  if (found.error?.status === 404) return <Navigate to="/product-not-found" search={{ sku }} replace />
  return (
    <Page title={sku} crumbs={[{ label: 'Inventory', to: '/inventory' }]}>
      {found.isError ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : (
        <FormSkeleton label="Looking for the product" />
      )}
    </Page>
  )
}
