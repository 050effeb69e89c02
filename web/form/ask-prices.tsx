import { namesOf } from '#domain/products/live.ts'
import type { Doubt } from '#domain/products/price-doubt.ts'
import { confirm } from '#web/ui/confirm.tsx'

const mostShown = 5

/** Asks before a doubtful price is sent to channels. @param channels their names @returns whether to go on; at once where there is no doubt */
export async function askPrices(doubts: readonly Doubt[], channels: readonly string[]): Promise<boolean> {
  if (doubts.length === 0) return true
  const one = doubts.length === 1
  const rest = doubts.length - mostShown
  return confirm({
    title: one ? `Publish this price of ${doubts[0]?.sku}?` : `Publish ${doubts.length} unusual prices?`,
    body: (
      <>
        {doubts.slice(0, mostShown).map(({ sku, sentence }) => (
          <p key={sku}>{sentence}</p>
        ))}
        {rest > 0 && <p>And {rest} more.</p>}
        <p>
          Buyers on {namesOf(channels)} see {one ? 'it' : 'them'} as soon as it is sent.
        </p>
      </>
    ),
    confirm: one ? 'Publish price' : 'Publish prices',
    cancel: 'Check again',
  })
}
