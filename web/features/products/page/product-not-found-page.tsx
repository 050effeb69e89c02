import { useSearch } from '@tanstack/react-router'
import { linkTo, toNewProduct } from '#web/addresses.ts'
import { useMay } from '#web/may.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/link.tsx'

/** PRO-157..PRO-161. */
export function ProductNotFoundPage() {
  const { sku } = useSearch({ from: '/product-not-found' })
  const mayAdd = useMay('products:write')
  return (
    <Page title="Product not found" crumbs={[{ label: 'Inventory', to: linkTo({ to: '/inventory' }) }]}>
      <EmptyState
        drawing={false}
        title={sku ? `We couldn't find any product with SKU ${sku}.` : "We couldn't find that product."}
        actions={
          <>
            <LinkButton to="/inventory">Back to Inventory</LinkButton>
            {mayAdd && (
              <LinkButton {...toNewProduct()} variant="default">
                Create New Product
              </LinkButton>
            )}
          </>
        }
      />
    </Page>
  )
}
