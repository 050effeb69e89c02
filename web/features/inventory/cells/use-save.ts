import { channelIds, channelNames } from '#contract/channels/names.ts'
import { undoChangeSet, updateProducts } from '#contract/changes/changes.ts'
import { listProducts } from '#contract/products/products.ts'
import type { Doubt } from '#domain/products/price-doubt.ts'
import { useWrite } from '#web/api.ts'
import { call, messageOf } from '#web/call.ts'
import { askDoubts } from '#web/form/products/ask-prices.tsx'
import { number, plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { changesOf } from './change.ts'
import type { ProductRow } from '../columns/columns.ts'
import { doubtAbout, type GridModel } from '../grid/model.ts'
import { keepOnly, type Pending, rebase, type Refusal, refused, sending, settle, tally } from './pending.ts'

/** How many products one call takes. */
const atOnce = 500
/** The save of what is pending in the table, as toasts tell of it. */
const about = 'the products of the table'
/** How long a saved cell says so, in milliseconds. */
const savedMs = 1200

type Change = ReturnType<typeof changesOf>[number]

/** Sends what is pending; what is refused stays with the reason at its cells (INV-085, INV-087, INV-088). */
export function useSave(model: GridModel) {
  const write = useWrite(updateProducts, { quiet: true })
  const putBack = useWrite(undoChangeSet, { onSuccess: () => toast.success('Undone.') })
  const send = async (products: Change[]) => {
    try {
      return await write.mutateAsync({ body: { products } })
    } catch (error) {
      const failed = products.map(({ id }): Refusal & { code: string } => ({
        id,
        code: '',
        message: messageOf(error),
        fields: {},
      }))
      return { changeSetId: null, saved: [], failed }
    }
  }
  return async () => {
    const changes = changesOf(model.pending.get())
    if (!changes.length || tally(model.pending.get()).saving) return
    if (!(await askDoubts(...doubtful(model.pending.get(), changes)))) return
    model.pending.set(sending(model.pending.get()))
    const sets: number[] = []
    let refusals = 0
    for (let at = 0; at < changes.length; at += atOnce) {
      const { changeSetId, saved, failed } = await send(changes.slice(at, at + atOnce))
      if (changeSetId !== null) sets.push(changeSetId)
      refusals += failed.length
      const conflicts = failed.filter(({ code }) => code === 'edit_conflict').map(({ id }) => id)
      model.pending.set(
        refused(
          keepOnly(
            model.pending.get(),
            saved.map(({ id }) => id),
          ),
          failed,
        ),
      )
      await renew(model, [...conflicts, ...saved.map(({ id }) => id)])
    }
    setTimeout(() => model.pending.set(settle(model.pending.get())), savedMs)
    const [only] = sets
    if (refusals)
      toast.error(
        'Failed to update products.',
        `${number(changes.length - refusals)} of ${number(changes.length)} products saved. See the marked cells for the rest.`,
        undefined,
        about,
      )
    else if (sets.length === 1 && only !== undefined)
      toast.undo('Updated products.', () => putBack.mutate({ params: { id: only } }), {
        detail: `${plural(changes.length, 'product')}. You can undo this from History for 30 days.`,
        about,
      })
    else toast.success('Updated products.', { detail: plural(changes.length, 'product'), about })
  }
}

/** Prices among these changes that may not be meant, and the channels that would show them at once. */
function doubtful(pending: Pending, changes: readonly Change[]): [Doubt[], string[]] {
  const doubts = changes.flatMap(({ id }) => {
    const doubt = doubtAbout(pending, id)
    return doubt ? [{ doubt, channels: pending.products.get(id)?.row.listedOn ?? [] }] : []
  })
  const names = doubts.flatMap(({ channels }) =>
    channels.flatMap((on) => channelIds.filter((id) => on.startsWith(`${id}_`)).map((id) => channelNames[id])),
  )
  return [doubts.map(({ doubt }) => doubt), [...new Set(names)]]
}

/** Whether a row has all that the changes of its product touch: attributes are saved together, also where no column shows them any more. */
const suits = ({ products }: Pending, row: ProductRow): boolean =>
  row.attributes !== undefined ||
  ![...(products.get(row.id)?.cells.values() ?? [])].some(({ column }) => column.kind === 'attribute')

/** Puts what is left of these products' changes upon their newest form, so that the next save goes on top of it. */
async function renew(model: GridModel, ids: readonly number[]): Promise<void> {
  const open = ids.flatMap((id) => {
    const product = model.pending.get().products.get(id)
    return product && [...product.cells.values()].some(({ state }) => state !== 'saved') ? [product.row] : []
  })
  if (!open.length) return
  const shown = new Map(model.shown().rows.flatMap((row) => (suits(model.pending.get(), row) ? [[row.id, row]] : [])))
  const away = open.filter(({ id, version }) => (shown.get(id)?.version ?? version) === version).map(({ sku }) => sku)
  const fresh = away.length
    ? await call(listProducts, { query: { skus: away, limit: atOnce } }).catch(() => null)
    : null
  model.pending.set(
    rebase(model.pending.get(), [...open.flatMap(({ id }) => shown.get(id) ?? []), ...(fresh?.data ?? [])]),
  )
}
