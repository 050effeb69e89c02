import { BundleCard } from './bundle/bundle-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { MovementsCard } from './movements-card.tsx'
import { SharesCard } from './shares-card.tsx'
import { useAnchor } from './use-anchor.ts'

/** What the product is made of, how channels share its pieces, and what happened to it. */
export function Beside() {
  useAnchor('bundle', 'shares')
  return (
    <>
      <BundleCard />
      <SharesCard />
      <MovementsCard />
      <HistoryCard />
    </>
  )
}
