import { getBundle } from '#contract/products/bundles.ts'
import { productHistory } from '#contract/products/history.ts'
import { listMovements } from '#contract/products/products.ts'
import { getProductSharing } from '#contract/sync/sharing.ts'
import { isAwaited, useRead } from '#web/api.ts'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { BundleCard } from '../bundle/bundle-card.tsx'
import { useOpened } from './editor.ts'
import { HistoryCard } from '../history/history-card.tsx'
import { MovementsCard } from '../history/movements-card.tsx'
import { shownAtFirst } from '../history/past-card.tsx'
import { SharesCard } from '../sharing/shares-card.tsx'
import { useAnchor } from './use-anchor.ts'

/** What the product is made of, how channels share its pieces, and what happened to it. */
export function Beside() {
  const { product } = useOpened()
  const params = { id: product.id }
  const query = { limit: shownAtFirst }
  const reads = [
    useRead(getBundle, { params }),
    useRead(getProductSharing, { params }),
    useRead(listMovements, { params, query }),
    useRead(productHistory, { params, query }),
  ]
  // Each card is as high as what it tells, so that none is drawn before those above it are known.
  return isAwaited(...reads) ? <FormSkeleton fields={6} label="Loading stock and history" /> : <Cards />
}

function Cards() {
  useAnchor('bundle', 'shares', 'history')
  return (
    <>
      <BundleCard />
      <SharesCard />
      <MovementsCard />
      <HistoryCard />
    </>
  )
}
