import { Button } from '@mantine/core'
import { deleteProduct } from '#contract/products/products.ts'
import { useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { plural } from '#web/ui/format.ts'
import { useNavigate } from '#web/ui/link.tsx'
import { Section } from '../page/details-fields.tsx'
import { useOpened } from '../page/editor.ts'
import classes from '../page/products.module.css'

/** Deletes the opened product after a question. */
export function useDelete() {
  const { product } = useOpened()
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
  return { ask: () => void ask(), deleting: remove.isPending }
}

/** The last section of the page, away from List (PRO-141). */
export function DeleteSection() {
  const { ask, deleting } = useDelete()
  if (!useMay('products:write')) return null
  return (
    <Section id="delete" title="Delete product">
      <p className="muted">Deletes its images and variations, too. Orders and stock history are kept.</p>
      <div>
        <Button variant="default" className={classes.delete} loading={deleting} onClick={ask}>
          Delete
        </Button>
      </div>
    </Section>
  )
}
