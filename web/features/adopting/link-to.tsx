import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { decideFound } from '#contract/adopting/adopting.ts'
import { getProduct, searchProducts } from '#contract/products/products.ts'
import { pairParts } from '#domain/listings/matching/pair.ts'
import { useRead, useWrite } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Found } from './words.ts'

/** How long typing pauses before products are asked for, in milliseconds. */
const pauseMs = 200
const suggested = 20

interface Props {
  row: Found
  /** Of the channel. */
  name: string
  params: { integrationId: number }
  onClose: () => void
}

/** Chooses the product that a listing is, whatever its SKU there: it keeps that, and follows the stock here once it is linked. */
export function LinkTo({ row, name, params, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [productId, setProductId] = useState<number>()
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState(false)
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const products = useRead(
    searchProducts,
    { query: { search: [search || row.title], limit: suggested } },
    { keepPrevious: true },
  )
  const product = useRead(getProduct, productId === undefined ? undefined : { params: { id: productId } }, {
    enabled: productId !== undefined,
  })
  const decide = useWrite(decideFound, {
    quiet: true,
    onSuccess: () => {
      onClose()
      toast.success('Ready to link.', { detail: `${row.title}. Nothing changes on ${name}.` })
    },
  })
  const ours = product.data && productId !== undefined ? partsOf(product.data) : undefined
  const pairs = ours && [...pairParts(row.parts.map(coded), ours, chosen)]
  const problem =
    fieldError(decide.error, 'productId') ?? (tried && productId === undefined ? 'Choose a product.' : undefined)
  return (
    <FormDialog opened onClose={onClose} title={`Link “${row.title}” to a product`} size={560} yOffset="10vh">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (productId === undefined || !pairs || pairs.length === 0 || decide.isPending) return
          const others = pairs.flatMap(([theirs, own]) => (theirs === own ? [] : [{ theirs, ours: own }]))
          decide.mutate({ params, body: { which: { ids: [row.id] }, as: 'link', productId, pairs: others } })
        }}
      >
        <Select
          label="Product"
          required
          data-autofocus
          searchable
          description="Search by SKU, title or barcode."
          data={(products.data ?? []).map(({ id, sku, title }) => ({ value: String(id), label: `${sku}, ${title}` }))}
          // The server has looked already, with typing errors forgiven.
          filter={({ options }) => options}
          nothingFoundMessage={products.isFetching ? 'Searching…' : search ? 'No products found' : 'Type to search'}
          searchValue={typed}
          onSearchChange={setTyped}
          value={productId === undefined ? null : String(productId)}
          error={problem}
          onChange={(value) => {
            setProductId(value ? Number(value) : undefined)
            setChosen({})
            decide.reset()
          }}
        />
        {products.isError && <Callout tone="danger">{products.error.message}</Callout>}
        {product.isError && <Callout tone="danger">{product.error.message}</Callout>}
        {ours && pairs && (
          <Pairs
            {...{ row, name, ours, pairs }}
            onChoose={(theirs, own) => setChosen((now) => ({ ...now, [theirs]: own }))}
          />
        )}
        {decide.error && !problem && <Callout tone="danger">{decide.error.message}</Callout>}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={decide.isPending || (productId !== undefined && product.isPending)}>
            Link
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

type Part = Parameters<typeof pairParts>[0][number]
/** Barcodes as they are compared, whatever stands before them. */
const coded = <P extends Part>(part: P): P => ({
  ...part,
  barcode: part.barcode.replaceAll(/\D/g, '').replace(/^0+/, ''),
})
const partsOf = ({ sku, barcode, variations }: { sku: string; barcode: string; variations: readonly Part[] }): Part[] =>
  (variations.length > 0 ? variations : [{ sku, barcode, name: '' }]).map(({ sku: own, barcode: code, name }) =>
    coded({ sku: own, barcode: code, name }),
  )

interface PairsProps extends Pick<Props, 'row' | 'name'> {
  ours: Part[]
  pairs: [string, string][]
  onChoose: (theirs: string, ours: string) => void
}

/** Which of our SKUs each of theirs is. */
function Pairs({ row, name, ours, pairs, onChoose }: PairsProps) {
  const known = new Map(pairs)
  const named = row.parts.filter(({ sku }) => sku)
  const [only] = named
  if (only && named.length === 1 && ours.length === 1)
    return (
      <p className="muted">
        <span className="mono">{only.sku}</span> on {name} will be linked to{' '}
        <span className="mono">{ours[0]?.sku}</span>. Its SKU on {name} stays the same, and its orders count toward this
        product.
      </p>
    )
  return (
    <fieldset className="stack">
      <legend className="small subtle">
        Match each {name} SKU to a SKU in Motto. SKUs on {name} don’t change.
      </legend>
      {named.map(({ sku, name: form }) => (
        <Select
          key={sku}
          label={[sku, form].filter(Boolean).join(', ')}
          placeholder="Don’t link: its sales won’t change your stock"
          data={ours.map((part) => ({ value: part.sku, label: [part.sku, part.name].filter(Boolean).join(', ') }))}
          allowDeselect={false}
          value={known.get(sku) ?? null}
          onChange={(own) => own && onChoose(sku, own)}
        />
      ))}
      {pairs.length === 0 && <Callout tone="warning">Match at least one SKU.</Callout>}
    </fieldset>
  )
}
