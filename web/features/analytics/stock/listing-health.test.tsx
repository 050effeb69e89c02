// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { listingHealth } from '#contract/analytics/listing-days.ts'
import { useRead } from '#web/api.ts'
import { all, answer, away, theOne, press, says, show, text } from '#web/testing/screen.tsx'
import { daysOfHealth, ListingHealthCard } from './listing-health-card.tsx'

afterEach(away)

const row = (day: string, channel: 'ebay' | 'etsy', listed: number, refused = 0) => ({
  day,
  channel,
  listed,
  refused,
  ended: 0,
})
const health = {
  startDate: '2026-05-01',
  endDate: '2026-05-31',
  today: '2026-05-06',
  rows: [row('2026-05-03', 'ebay', 4, 1), row('2026-05-03', 'etsy', 2), row('2026-05-06', 'ebay', 5)],
}

it('the chart begins with the first count, ends today, and goes on with the last count where there is none', () => {
  const { days, counts } = daysOfHealth(health)
  expect(days).toEqual(['2026-05-03', '2026-05-04', '2026-05-05', '2026-05-06'])
  expect(counts.map(({ listed, refused }) => [listed, refused])).toEqual([
    [6, 1],
    [6, 1],
    [6, 1],
    [5, 0],
  ])
  expect(daysOfHealth({ ...health, rows: [] }).days).toEqual([])
})

const Shown = ({ channels }: { channels?: string[] }) => (
  <ListingHealthCard range={health} health={useRead(listingHealth, { query: {} })} {...(channels && { channels })} />
)
const hrefs = () => all('link').map((link) => link.getAttribute('href'))

it('listing health says its days in words, has its numbers as a table, and leads to the lists that hold as many', async () => {
  show(<Shown channels={['ebay']} />, { answers: [answer(listingHealth, health)] })
  await says('Now 5 live, 0 rejected, 0 ended.')
  expect(hrefs()).toEqual([
    '/listings?status=listed&channel=ebay',
    '/listings?status=error&channel=ebay',
    '/listings?status=unlisted&channel=ebay',
  ])
  expect((await theOne('field', 'Listing health, by day')).getAttribute('aria-valuetext')).toBe(
    'Wed, May 6, 2026: 5 live listings, Rejected 0',
  )
  await press('button', 'Listing health as a table')
  await says('2026-05-03')
  expect(text()).toContain('Etsy')
})

it('without a count it says since when there are some; of a range that is over no list holds as many', async () => {
  show(<Shown />, { answers: [answer(listingHealth, { ...health, rows: [] })] })
  await says('No data for these dates.')
  away()
  show(<Shown />, { answers: [answer(listingHealth, { ...health, endDate: '2026-05-04' })] })
  await theOne('field', 'Listing health, by day')
  expect(hrefs()).toEqual([])
})
