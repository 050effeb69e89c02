import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useMay } from '#web/may.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'

/** PRO-157..PRO-161. */
export function ProductNotFoundPage() {
  const { sku } = useSearch({ from: '/product-not-found' })
  const mayAdd = useMay('products:write')
  return (
    <Page title="Product not found" crumbs={[{ label: 'Inventory', to: '/inventory' }]}>
      <EmptyState
        drawing={false}
        title={sku ? `We couldn't find any product with SKU ${sku}.` : "We couldn't find that product."}
        actions={
          <>
            <Button component={Link} to={'/inventory' as string}>
              Back to Inventory
            </Button>
            {mayAdd && (
              <Button component={Link} to={'/inventory/new' as string} variant="default">
                Create New Product
              </Button>
            )}
          </>
        }
      />
    </Page>
  )
}
