import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { listActions } from '#web/actions/list-actions.ts'
import { type Offer, useOffers } from '#web/actions/offers.ts'
import { useShowChangeSet } from '#web/form/change-sets/show-change-set.ts'
import { useRunning } from '#web/form/change-sets/watch.ts'
import { useMay } from '#web/may.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { number } from '#web/ui/format.ts'
import { joinSkus } from '#web/ui/inputs/sku-list.ts'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { Link, useNavigate } from '#web/ui/link.tsx'
import { countOf, selection as store, toProductSelection, useSelection } from '../grid/selection.ts'
import { useInventorySearch } from '../search.ts'
import classes from './bulk.module.css'
import { deleteSelected } from './delete-products.ts'
import type { Selection } from './preview.ts'

const ApplyTagsDialog = onDemand(async () => (await import('../tags/apply-tags-dialog.tsx')).ApplyTagsDialog)
const BulkEditDialog = onDemand(async () => (await import('./bulk-edit-dialog.tsx')).BulkEditDialog)
const BeginPublishing = onDemand(async () => (await import('../publishing/begin-dialog.tsx')).BeginPublishing)
const dialogs = { edit: BulkEditDialog, tags: ApplyTagsDialog, list: BeginPublishing }

/** So many SKUs still fit into an address. */
const mostOrdered = 100

interface Props {
  /** How many products the filters find, and whether there are more. */
  matching: number
  capped?: boolean
}

/** What can be done with the chosen products (INV-078, INV-079). */
export function SelectionBar({ matching, capped = false }: Props) {
  const { filters } = useInventorySearch()
  const navigate = useNavigate()
  const selection = useSelection()
  const mayWrite = useMay('products:write')
  const mayList = useMay('listings:write')
  const mayDelete = useMay('products:delete-many')
  const showChangeSet = useShowChangeSet()
  const [open, setOpen] = useState<{ dialog: keyof typeof dialogs; chosen: Selection }>()
  const count = countOf(selection, matching)
  const many = selection.all && capped
  /** Nothing is done to nothing (INV-209, INV-217). */
  const withChosen = (go: (chosen: Selection) => void) => {
    const chosen = toProductSelection(selection, filters)
    if (chosen && count > 0) go(chosen)
    else toast.info('Select products first.')
  }
  const remove = (chosen: Selection) =>
    void deleteSelected(chosen, count, many, showChangeSet).then((begun) => begun && store.clear())
  /** INV-080, INV-081. */
  const newOrder = () => {
    if (selection.all || selection.ids.size > mostOrdered)
      toast.info(`Select up to ${mostOrdered} products, one by one, for a new order.`)
    else void navigate({ to: '/orders/new', search: { items: joinSkus([...selection.ids.values()]) } })
  }
  const show = (dialog: keyof typeof dialogs) => () => withChosen((chosen) => setOpen({ dialog, chosen }))
  const offers: Offer[] = [
    { action: 'bulkEdit', run: show('edit') },
    { action: 'applyTags', run: show('tags') },
    { action: 'listProducts', run: show('list') },
    { action: 'deleteProducts', run: () => withChosen(remove) },
  ]
  useOffers('Selected products', count > 0 ? offers : [])
  const Dialog = dialogs[open?.dialog ?? 'edit']
  return (
    <div className={classes.bar} role="group" aria-label="Selected products" data-chosen={count > 0 || undefined}>
      {count > 0 && (
        <span className={classes.count}>
          <b>
            {number(count)}
            {many && '+'}
          </b>{' '}
          selected
        </span>
      )}
      {mayWrite && (
        <>
          <Button variant="subtle" size="xs" onClick={show('edit')}>
            {listActions.bulkEdit.short}
          </Button>
          <Button variant="subtle" size="xs" onClick={show('tags')}>
            {listActions.applyTags.short}
          </Button>
          <Button variant="subtle" size="xs" onClick={() => withChosen(newOrder)}>
            {listActions.newOrder.name}
          </Button>
        </>
      )}
      {mayList && (
        <Button variant="subtle" size="xs" onClick={show('list')}>
          {listActions.listProducts.short}
        </Button>
      )}
      {mayDelete && (
        <Button variant="subtle" size="xs" color="red" onClick={() => withChosen(remove)}>
          {listActions.deleteProducts.short}
        </Button>
      )}
      {count > 0 && (
        <Button variant="subtle" size="xs" onClick={() => store.clear()}>
          Clear selection
        </Button>
      )}
      <Running />
      {open && <Dialog selection={open.chosen} count={count} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

/** Work that was begun here and goes on. */
const Running = () =>
  useRunning().map((set) => (
    <Link
      key={set.id}
      className={classes.running}
      to="/inventory/history/{-$changeSetId}"
      params={{ changeSetId: String(set.id) }}
    >
      <Loader size={12} aria-hidden />
      {set.title}: {number(set.done)} of {number(set.total)}
    </Link>
  ))
