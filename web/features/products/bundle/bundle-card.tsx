import { Button } from '@mantine/core'
import { useState } from 'react'
import { getBundle } from '#contract/products/bundles.ts'
import { useRead } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { number, plural } from '#web/ui/format.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Bar } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import { ToneList } from '#web/ui/tables/tone-list.tsx'
import { useOpened } from '../page/editor.ts'
import { type Bundle, limitedBy } from './limited.ts'

const BundleDialog = onDemand(async () => (await import('./bundle-dialog.tsx')).BundleDialog)

/** What the product is made of, and which bundles it is in. */
export function BundleCard() {
  const { product } = useOpened()
  const bundle = useRead(getBundle, { params: { id: product.id } })
  const [open, setOpen] = useState(false)
  const mayChange = useMay('products:write')
  const { data } = bundle
  const isBundle = (data?.parts.length ?? 0) > 0
  const hasVariations = product.variations.length > 0
  return (
    <div id="bundle">
      <Card
        title="Bundle"
        actions={
          data &&
          mayChange &&
          (isBundle || (data.in.length === 0 && !hasVariations)) && (
            <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
              {isBundle ? 'Change' : 'Make a bundle'}
            </Button>
          )
        }
        padded={false}
      >
        <ToneList>
          {!data && !bundle.isError && (
            <li>
              <Bar width={180} />
            </li>
          )}
          {data && isBundle && <Components bundle={data} />}
          {data?.in.map((containing) => (
            <li key={`${containing.sku} ${containing.part}`}>
              <span className="grow">
                In <To id={containing.productId} sku={containing.sku} />: {plural(containing.pieces, 'unit')} each
                {containing.part !== product.sku && <span className="mono subtle"> {containing.part}</span>}
              </span>
              <span className="subtle small tabular">{plural(containing.available, 'bundle')}</span>
            </li>
          ))}
          {data && !isBundle && data.in.length === 0 && (
            <li className="muted">
              {hasVariations
                ? 'A product with variations can’t be a bundle, but its variations can be components. To sell a set, create a separate product.'
                : 'Sell several products together. The bundle’s stock is calculated from its components, and each sale reduces theirs.'}
            </li>
          )}
        </ToneList>
        {!data && bundle.isError && <ErrorState error={bundle.error} retry={() => void bundle.refetch()} />}
      </Card>
      {open && data && <BundleDialog bundle={data} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Components({ bundle: { parts, available } }: { bundle: Bundle }) {
  return (
    <>
      <li>
        <span className="grow">
          <b>{plural(available, 'bundle')}</b>: {limitedBy(parts)}
        </span>
      </li>
      {parts.map(({ productId, sku, title, available, pieces }) => (
        <li key={sku}>
          <span className="grow">
            {number(pieces)} × <To id={productId} sku={sku} /> <span className="subtle">{title}</span>
          </span>
          <span className="subtle small tabular">{number(available)} available</span>
        </li>
      ))}
    </>
  )
}

const To = ({ id, sku }: { id: number; sku: string }) => (
  <Link className="mono" to="/product/$productId" params={{ productId: String(id) }}>
    {sku}
  </Link>
)
