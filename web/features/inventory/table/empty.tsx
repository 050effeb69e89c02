import { listTemplates } from '#contract/templates.ts'
import { ActionButton } from '#web/actions/action-link.tsx'
import { listActions } from '#web/actions/list-actions.ts'
import { useRead } from '#web/api.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'

/** A product is made from a template, so without one that is the first step. */
export function NoProducts() {
  const templates = useRead(listTemplates)
  const first = templates.data?.length === 0
  return (
    <EmptyState
      title="No products yet"
      actions={
        <>
          <ActionButton of={first ? listActions.newTemplate : listActions.newProduct} />
          <ActionButton of={listActions.importProducts} variant="default" />
        </>
      }
    >
      {first
        ? 'Templates hold what similar products share, such as attributes and listing settings. Create the first template, then add products to it.'
        : 'Create a product once from one of your templates, and sell it on every channel.'}
    </EmptyState>
  )
}
