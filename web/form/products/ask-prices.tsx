import { namesOf } from '#domain/products/history/live.ts'
import { type Doubt, worstFirst } from '#domain/products/price-doubt.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { number, plural } from '#web/ui/format.ts'

/** Up to this many are listed one by one. */
const mostShown = 4

interface Asked {
  doubts: readonly Pick<Doubt, 'sku' | 'sentence'>[]
  /** How many there are, where these are only the worst. */
  items?: number
  /** Names of the channels that get the prices at once; none where the prices are only saved. */
  channels?: readonly string[]
  /** The button that goes back. */
  cancel?: string
}

/** Asks before doubtful prices are kept or sent. @returns whether to go on; at once where there is no doubt */
export async function askPrices({ doubts, items = doubts.length, channels = [], cancel }: Asked): Promise<boolean> {
  const [first] = doubts
  if (!first) return true
  const isSingle = items === 1
  const shown = doubts.slice(0, mostShown)
  const sent = channels.length > 0
  const verb = sent ? 'Publish' : 'Save'
  return confirm({
    title: isSingle ? `${verb} this price for ${first.sku}?` : `${verb} ${number(items)} unusual prices?`,
    body: (
      <>
        <ul className="stack">
          {shown.map(({ sku, sentence }) => (
            <li key={sku}>{sentence}</li>
          ))}
        </ul>
        {items > shown.length && <p>And {plural(items - shown.length, 'more like this', 'more like these')}.</p>}
        {sent && (
          <p>
            Buyers on {namesOf(channels)} will see {isSingle ? 'it' : 'them'} right away.
          </p>
        )}
      </>
    ),
    confirm: sent ? `Publish ${isSingle ? 'price' : 'prices'}` : 'Save anyway',
    cancel: cancel ?? 'Go back and check',
  })
}

/** The same, the worst first. */
export const askDoubts = (doubts: readonly Doubt[], channels?: readonly string[]) =>
  askPrices({ doubts: worstFirst(doubts), ...(channels && { channels }) })
