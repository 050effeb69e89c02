// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { adoptingState, listFound } from '#contract/adopting/adopting.ts'
import { answer, away, theOne, show } from '#web/testing/screen.tsx'
import { ChannelItems } from './channel-items.tsx'

afterEach(away)

it('listings that need a look are linked as that tab of the listings of the channel', async () => {
  const counts = { waiting: 0, new: 1, look: 3, linked: 0, ignored: 0 }
  const read = { state: 'done', listings: 4, finishedAt: '2026-11-20T10:00:00.000Z' }
  const state = { channel: 'ebay', connected: true, read, counts, bringsIn: null }
  show(<ChannelItems integrationId={5} onChoose={() => undefined} />, {
    answers: [answer(adoptingState, state as never), answer(listFound, { data: [], items: 0 } as never)],
  })
  const link = await theOne('link', '3 need review first')
  expect(link.getAttribute('href')).toBe('/adopt/5?tab=look')
})
