import { getRouteApi } from '@tanstack/react-router'
import { ListingsTab } from '#web/features/listings/list/listings-tab.tsx'
import { PublishTab } from '#web/features/listings/publish/publish-tab.tsx'
import { ProductOrders } from '#web/features/orders/list/product-orders.tsx'
import { useOpened } from '#web/features/products/page/editor.ts'

const publish = getRouteApi('/product/$productId/publish/{-$channel}')

/** Tabs of the product page whose content belongs to other areas. */
export function ProductPublish() {
  const { channel } = publish.useParams()
  return <PublishTab productId={useOpened().product.id} channel={channel} />
}

export const ProductListings = () => <ListingsTab productId={useOpened().product.id} />

export const ProductOrdersTab = () => <ProductOrders sku={useOpened().product.sku} />
