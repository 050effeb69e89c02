// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { adoptingState, listFound, readCatalogue } from '#contract/adopting/adopting.ts'
import { roles } from '#contract/permissions.ts'
import { answer, away, refusal, says, show, theOne, until } from '#web/testing/screen.tsx'
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

const counts = { waiting: 0, new: 0, look: 0, linked: 0, ignored: 0 }
const unread = { channel: 'ebay', connected: true, read: null, counts, bringsIn: null }
const reading = { ...unread, read: { state: 'reading', listings: 0, finishedAt: null, problem: '' } }

it('the first visit of an account starts its scan by itself, once', async () => {
  let scans = 0
  show(<ChannelItems integrationId={6} onChoose={() => undefined} />, {
    answers: [
      answer(adoptingState, () => (scans > 0 ? reading : unread) as never),
      answer(readCatalogue, () => ((scans += 1), {}) as never),
      answer(listFound, { data: [], items: 0 } as never),
    ],
  })
  await says('Scanning eBay: 0 listings so far.')
  expect(scans).toBe(1)
})

it('a scan that cannot be started is left to the button', async () => {
  let scans = 0
  show(<ChannelItems integrationId={7} onChoose={() => undefined} />, {
    answers: [
      answer(adoptingState, unread as never),
      answer(readCatalogue, () => ((scans += 1), refusal({ status: 409, message: 'Re-authorize eBay.' }))),
    ],
  })
  await theOne('button', 'Scan eBay')
  expect(scans).toBe(1)
})

it('whoever may not scan starts none, and reads who can', async () => {
  let scans = 0
  show(<ChannelItems integrationId={8} onChoose={() => undefined} />, {
    role: roles.member,
    answers: [answer(adoptingState, unread as never), answer(readCatalogue, () => ((scans += 1), {}) as never)],
  })
  await says('eBay hasn’t been scanned yet')
  await until(() => document.body.textContent?.includes('can scan it.'))
  expect(scans).toBe(0)
})
