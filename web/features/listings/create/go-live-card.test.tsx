// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { availableIntegrations, listIntegrations } from '#contract/integrations/integrations.ts'
import { listListingProducts } from '#contract/listings/listings.ts'
import { aListing } from '#web/testing/listings.ts'
import { answer, away, press, refusal, says, show, text } from '#web/testing/screen.tsx'
import { GoesLive, IsLive, useChannels } from './go-live-card.tsx'

afterEach(away)

const nothing = () => undefined
const failed = refusal({ status: 500, message: 'The database rests.' })

function Before() {
  return (
    <GoesLive
      {...useChannels()}
      off={[]}
      problems={{}}
      chosen={{}}
      onAccount={nothing}
      onTurn={nothing}
      onCreate={nothing}
      busy={false}
    />
  )
}

it('says that the channels could not be loaded, and tries again', async () => {
  let down = true
  show(<Before />, {
    answers: [
      answer(availableIntegrations, [{ channel: 'etsy', sandboxUrl: null }] as never),
      answer(listIntegrations, () => (down ? failed : ({} as never))),
    ],
  })
  await says('The database rests.')
  down = false
  await press('button', 'Try again')
  await says('Not connected')
  expect(text()).not.toContain('could not be loaded')
})

it('says that listings could not be loaded, and tries again', async () => {
  let down = true
  show(<IsLive productId={12} channels={[]} />, {
    answers: [
      answer(listIntegrations, {} as never),
      answer(listListingProducts, () => (down ? failed : [aListing('etsy')])),
    ],
  })
  await says('The database rests.')
  down = false
  await press('button', 'Try again')
  await says('Etsy')
  expect(text()).not.toContain('could not be loaded')
})
