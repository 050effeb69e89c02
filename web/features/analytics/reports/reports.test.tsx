// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { clientUsers } from '#contract/organizations/organizations.ts'
import { roles } from '#contract/permissions.ts'
import * as contract from '#contract/reports.ts'
import { cache } from '#web/cache.ts'
import { all, answer, away, theOne, press, refusal, says, show, text, type, until } from '#web/testing/screen.tsx'
import { NewReport } from './report-form.tsx'
import { ReportsPage } from './reports-page.tsx'

afterEach(away)

const report = {
  id: 7,
  name: 'Film on eBay',
  every: 'month' as const,
  filter: { channels: ['ebay'], templateNames: ['Film'], skus: [], attributes: [] },
  readers: [{ id: 1, name: 'Dana', email: 'dana@example.com' }],
  left: [] as { id: number; name: string; email: string; at: string }[],
  nextDay: '2026-12-01',
  firstDay: '2026-11-01',
  lastDay: '2026-11-30',
}
const list = (of: Partial<{ mailServer: boolean; reports: (typeof report)[] }> = {}) =>
  answer(contract.listReports, { mailServer: true, timeZone: 'Europe/Berlin', me: 1, reports: [report], ...of })
const mail = {
  id: 1,
  reportId: 7,
  report: 'Film on eBay',
  email: 'dana@example.com',
  firstDay: '2026-10-01',
  lastDay: '2026-10-31',
  asked: false,
  state: 'failed' as const,
  reason: 'No such mailbox',
  at: '2026-11-01T06:00:00.000Z',
}
const mails = answer(contract.listReportMails, { data: [mail], items: 1 })

it('a report says how often, of what, to whom and when next; its history says why a mail failed', async () => {
  const { sent } = show(<ReportsPage />, {
    answers: [list(), mails, answer(contract.sendReport, { email: 'dana@example.com' })],
  })
  await says('Every month, the 1st at 7:00 (Europe/Berlin). Next on Dec 1, 2026, of Nov 1, 2026 to Nov 30, 2026.')
  await says('To dana@example.com')
  expect((await theOne('link', 'Channels: eBay · Templates: Film')).getAttribute('href')).toBe(
    '/analytics?startDate=2026-11-01&endDate=2026-11-30&channels=ebay&templates=Film',
  )
  await says('Failed')
  await says('No such mailbox')
  expect(text()).not.toContain('No mail server is set')
  await press('button', 'Send me a copy now: Film on eBay')
  await says('Report sent to dana@example.com.')
  expect(sent(contract.sendReport)).toHaveLength(1)
})

it('without a mail server the page says plainly that nothing reaches a mailbox', async () => {
  show(<ReportsPage />, { answers: [list({ mailServer: false, reports: [] }), mails] })
  await says('Motto can’t send email yet')
  await says('No email reports yet.')
})

it('a guest may have it sent and stop it, and change nothing', async () => {
  show(<ReportsPage />, { answers: [list(), mails], role: roles.guest })
  await theOne('button', 'Unsubscribe from Film on eBay')
  await theOne('button', 'Send me a copy now: Film on eBay')
  expect(all('button', /^(Change|Delete) Film/)).toEqual([])
})

const kim = { id: 2, name: 'Kim', email: 'kim@example.com' }
const at = '2026-11-03T12:00:00.000Z'

it('who left a report is told beside it and where its people are chosen', async () => {
  const left = { ...report, left: [{ ...kim, at }] }
  show(<ReportsPage />, { answers: [list({ reports: [left] }), mails, people] })
  await says('Unsubscribed: kim@example.com (Nov 3, 2026)')
  await press('button', 'Change Film on eBay')
  await says('Unsubscribed on Nov 3, 2026.')
})

it('who stops a report takes it back at once, or later on the page', async () => {
  const mine = { ...report, readers: [kim], left: [{ id: 1, name: 'Dana', email: 'dana@example.com', at }] }
  const writes = [answer(contract.leaveReport, { ok: true }), answer(contract.rejoinReport, { ok: true })]
  const { sent } = show(<ReportsPage />, { answers: [list(), mails, ...writes] })
  await press('button', 'Unsubscribe from Film on eBay')
  await press('button', 'Undo')
  await until(() => sent(contract.rejoinReport).length === 1)
  const again = show(<ReportsPage />, { answers: [list({ reports: [mine] }), mails, ...writes] })
  await press('button', 'Resubscribe to Film on eBay')
  await until(() => again.sent(contract.rejoinReport).length === 1)
})

it('a change says only what was changed, so that of two people neither undoes what the other did', async () => {
  let now = { ...report, readers: [...report.readers, kim] }
  const { sent } = show(<ReportsPage />, {
    answers: [
      answer(contract.listReports, () => ({ mailServer: true, timeZone: 'Europe/Berlin', me: 1, reports: [now] })),
      mails,
      people,
      answer(contract.updateReport, report),
    ],
  })
  await press('button', 'Change Film on eBay')
  // Kim leaves while the dialog is open.
  now = { ...report, left: [{ ...kim, at }] }
  void cache.invalidateQueries()
  await says('Unsubscribed: kim@example.com')
  await press('field', 'Dana (dana@example.com)')
  await press('field', 'Lee (lee@example.com)')
  await press('button', 'Save')
  await until(() => sent(contract.updateReport).length > 0)
  expect(sent(contract.updateReport)).toEqual([{ add: [4], remove: [1] }])
})

it('who changes a report that somebody else deletes meanwhile is told so, and sees what they typed', async () => {
  let reports = [report]
  show(<ReportsPage />, {
    answers: [
      answer(contract.listReports, () => ({ mailServer: true, timeZone: 'Europe/Berlin', me: 1, reports })),
      mails,
      people,
    ],
  })
  await press('button', 'Change Film on eBay')
  await type('Name', 'Film alone')
  reports = []
  void cache.invalidateQueries()
  await says('Someone deleted this report.')
  expect(((await theOne('field', 'Name')) as HTMLInputElement).value).toBe('Film alone')
  expect((await theOne('button', 'Save')).hasAttribute('disabled')).toBe(true)
})

it('a guest sees what would be mailed, and types nothing in vain', async () => {
  show(<NewReport search={{}} name="Sales" onClose={() => undefined} />, {
    answers: [list(), people],
    role: roles.guest,
  })
  await says('You have view-only access.')
  expect((await theOne('field', 'Name')).matches(':disabled')).toBe(true)
  expect((await theOne('field', 'Kim (kim@example.com)')).matches(':disabled')).toBe(true)
})

const people = answer(clientUsers, [
  { id: 1, email: 'dana@example.com', name: 'Dana', image: '', roleId: 2, status: 'active' },
  { id: 2, email: 'kim@example.com', name: 'Kim', image: '', roleId: 4, status: 'active' },
  { id: 4, email: 'lee@example.com', name: 'Lee', image: '', roleId: 4, status: 'active' },
  { id: 3, email: 'pending@example.com', name: '', image: '', roleId: 4, status: 'pending' },
])

it('what is looked at becomes a report of its filters, without its days, to the people that are chosen', async () => {
  const { sent } = show(
    <NewReport
      search={{
        startDate: '2026-01-01',
        endDate: '2026-01-31',
        channels: ['etsy'],
        attributes: JSON.stringify([{ name: 'Color', values: ['Red'] }]),
        only: 'skus',
      }}
      name=""
      onClose={() => undefined}
    />,
    { answers: [list(), people, answer(contract.createReport, report)] },
  )
  await says('Channels: Etsy · Color: Red · Product filters apply to Sales by SKU only.')
  expect((await theOne('button', 'Save')).hasAttribute('disabled')).toBe(true)
  await type('Name', 'Etsy')
  await press('field', 'Kim (kim@example.com)')
  expect(text()).not.toContain('pending@example.com')
  await press('button', 'Save')
  await until(() => sent(contract.createReport).length > 0)
  expect(sent(contract.createReport)[0]).toEqual({
    name: 'Etsy',
    every: 'week',
    filter: {
      channels: ['etsy'],
      templateNames: [],
      skus: [],
      attributes: [{ name: 'Color', values: ['Red'], action: 'in' }],
      only: 'skus',
    },
    readers: [1, 2],
  })
})

it('what the server refuses stands at its field, and nothing that was typed is lost', async () => {
  show(<NewReport search={{}} name="Sales" onClose={() => undefined} />, {
    answers: [
      list(),
      people,
      answer(
        contract.createReport,
        refusal({ status: 400, message: 'Some values', code: 'invalid_input', fields: { readers: 'Choose members.' } }),
      ),
    ],
  })
  await press('button', 'Save')
  await says('Choose members.')
  expect(((await theOne('field', 'Name')) as HTMLInputElement).value).toBe('Sales')
})
