import { undoProductChange } from '#contract/products/history.ts'
import { useWrite } from '#web/api.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'

/** Puts back what one change made of a product, and tells how that went. */
export function useUndo({ id, sku }: { id: number; sku: string }) {
  const about = `product ${id}`
  const { mutate, isPending } = useWrite(undoProductChange, {
    quiet: true,
    onSuccess: () => toast.success('Undone.', { detail: sku, about }),
    onError: ({ message }) => toast.warning('Couldn’t undo.', { detail: message, about }),
  })
  return { undo: (changeId: number) => mutate({ body: { id, changeId } }), undoing: isPending }
}
