import { deleteProduct } from '#contract/products/products.ts'
import { useWrite } from '#web/api.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { plural } from '#web/ui/format.ts'
import { useNavigate } from '#web/ui/link.tsx'
import type { Product } from '../page/draft.ts'

/** Deletes a product after a question. */
export function useDelete(product: Pick<Product, 'id' | 'sku' | 'variations'>) {
  const navigate = useNavigate()
  const remove = useWrite(deleteProduct, {
    onSuccess: () => {
      const others = product.variations.length
      toast.success('Product deleted.', {
        detail: `${product.sku}${others ? `, with ${plural(others, 'variation')}` : ''}`,
      })
      void navigate({ to: '/inventory', ignoreBlocker: true })
    },
  })
  const ask = async () => {
    const yes = await confirm({
      title: `Delete ${product.sku}?`,
      confirm: 'Delete product',
      danger: true,
      body: 'This deletes the product, its images and variations. Orders and stock history are kept. Unlist it first if it’s live on a channel.',
    })
    if (yes) remove.mutate({ params: { id: product.id } })
  }
  return { ask, deleting: remove.isPending }
}
