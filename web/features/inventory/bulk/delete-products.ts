import { deleteProducts } from '#contract/changes/changes.ts'
import { call } from '#web/call.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Selection } from './preview.ts'
import { sentenceOf, type Told, watch } from '#web/form/change-sets/watch.ts'

/** Deletes what is chosen once that was asked and typed; answers whether it began. */
export async function deleteSelected(
  selection: Selection,
  count: number,
  capped: boolean,
  show: Told['show'],
): Promise<boolean> {
  const products = `${plural(count, 'product')}${capped ? ' or more' : ''}`
  const question = {
    title: `Delete ${products}?`,
    body: 'Products that are live on a channel or in open orders won’t be deleted. You can restore the others from History for 30 days.',
    confirm: `Delete ${products}`,
    danger: true,
    typed: 'delete',
  }
  if (!(await confirm(question))) return false
  try {
    const set = await call(deleteProducts, { body: { selection } })
    watch(set, { done: 'Deleted products.', failed: 'Failed to delete products.', show })
    return true
  } catch (error) {
    toast.error(sentenceOf(error, 'Failed to delete products.'))
    return false
  }
}
