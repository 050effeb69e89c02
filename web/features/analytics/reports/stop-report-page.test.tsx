// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { readReportLink, resumeReport, stopReport } from '#contract/reports.ts'
import { all, answer, away, theOne, press, refusal, says, show, text } from '#web/testing/screen.tsx'

// As a browser opens the link: the page takes the token from the address when it is loaded.
vi.hoisted(() => history.replaceState(null, '', '/unsubscribe/report?token=of-kim'))
const { StopReportPage } = await import('./stop-report-page.tsx')

afterEach(away)

const link = { state: 'on' as const, organizationId: 7, organization: 'Northlight', report: 'Film on eBay' }

it('one press stops a report and another brings it back; to open the link does nothing', async () => {
  const { requests } = show(<StopReportPage />, {
    answers: [
      answer(readReportLink, link),
      answer(stopReport, { ...link, state: 'stopped' }),
      answer(resumeReport, link),
    ],
  })
  await says('Northlight emails you the report “Film on eBay”.')
  expect(location.search).toBe('')
  expect(requests).toEqual(['GET /reports/unsubscribe?token=of-kim'])
  await press('button', 'Unsubscribe')
  await theOne('heading', 'You’re unsubscribed')
  await says('You won’t get “Film on eBay” from Northlight anymore.')
  await press('button', 'Resubscribe')
  await says('Northlight emails you the report “Film on eBay”.')
  expect(requests.slice(1)).toEqual([
    'POST /reports/unsubscribe?token=of-kim',
    'POST /reports/resubscribe?token=of-kim',
  ])
  expect((await theOne('link', 'View all email reports')).getAttribute('href')).toBe(
    '/analytics/reports?organization=7',
  )
})

it('a report that is gone, and a link that is not whole, say so and offer nothing to press', async () => {
  show(<StopReportPage />, { answers: [answer(readReportLink, { ...link, state: 'gone' })] })
  await says('You no longer get this report')
  expect(all('button', /subscribe/i)).toEqual([])
  show(<StopReportPage />, {
    answers: [answer(readReportLink, refusal({ status: 400, message: 'This link is incomplete.' }))],
  })
  await says('This link is incomplete.')
  expect(text()).not.toContain('Looking up')
  expect(all('button', /subscribe/i)).toEqual([])
})

it('what failed is said, and can be pressed again', async () => {
  show(<StopReportPage />, {
    answers: [answer(readReportLink, link), answer(stopReport, refusal({ status: 503, message: 'Not ready yet.' }))],
  })
  await press('button', 'Unsubscribe')
  await says('Not ready yet.')
  const again = await theOne('button', 'Unsubscribe')
  expect([again.hasAttribute('disabled'), again.getAttribute('aria-disabled')]).toEqual([false, 'false'])
})
