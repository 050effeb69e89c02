import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAuditEntries } from '#contract/organizations/organizations.ts'
import * as contract from '#contract/reports.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { unsubscribeToken } from '../../mail/unsubscribe.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { mailTo } from '../../testing/shop/people.ts'
import { dueReportsJob, sendReportJob } from './jobs.ts'

let app: TestApp
let ctx: Ctx
let as: string
let owner: { id: number; email: string }
let kim: { id: number; email: string; as: string }
let report: contract.Report
/** What is told of the log, and no more. */
const logged: string[] = []
let later = 0
/** Mondays that were mailed. */
let weeks = 0

beforeAll(async () => {
  app = await testApp()
  const { clock } = app.services
  app.services.clock = { ...clock, now: () => new Date(Date.now() + later) }
  const note = (data: object, message: string) => void logged.push(JSON.stringify([data, message]))
  app.services.log = { debug: note, info: note, warn: note, error: note }
})
afterAll(() => app.stop())
beforeEach(async () => {
  later = weeks = 0
  const seller = await makeSeller(app.services)
  ;({ ctx, as } = seller)
  owner = seller.user
  const user = await makeUser(app.services, { name: 'Kim' })
  await makeMember(app.services, ctx.organizationId, user.id, 5)
  kim = { ...user, as: await makeSession(app.services, user.id, ctx.organizationId) }
  const { body } = await app.call(contract.createReport, {
    body: {
      name: 'How we do',
      every: 'week',
      filter: { channels: [], templateNames: [], skus: [], attributes: [] },
      readers: [owner.id, kim.id],
    },
    as,
  })
  report = body.data as unknown as contract.Report
})

/** Notes what is to be mailed on the next Monday. */
async function noteAll(): Promise<void> {
  weeks += 1
  later = weeks * 7 * 86_400_000
  await dueReportsJob(app.services, { organizationId: ctx.organizationId })
  // Sessions end by the same clock.
  later = 0
}
/** Mails it. @returns how many mails */
async function mailAll(): Promise<number> {
  await noteAll()
  return sendAll()
}
async function sendAll(): Promise<number> {
  const jobs = await app.services.queue.boss.fetch<Jobs['reports.send']>('reports.send', { batchSize: 100 })
  for (const job of jobs) {
    await sendReportJob(app.services, job.data)
    await app.services.queue.boss.complete('reports.send', job.id)
  }
  return jobs.filter(({ data }) => data.organizationId === ctx.organizationId).length
}
/** The token of the link in the newest mail, which is the address of the header, too. */
async function tokenOf(email: string): Promise<string> {
  const mail = await mailTo(app, email)
  const at = mail.indexOf('\r\n\r\n')
  const head = mail.slice(0, at).replaceAll(/\r\n[ \t]+/g, ' ')
  const [, url = '', token = ''] = /List-Unsubscribe: <(\S+\?token=(\S+))>/.exec(head) ?? []
  expect(url).toBe(`http://localhost:3000/unsubscribe/report?token=${token}`)
  expect(mail.slice(at)).toContain(`Unsubscribe: ${url}`)
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  return token
}
const look = async (token: string) => (await app.call(contract.readReportLink, { query: { token } })).body
/** What a mail program does by itself. */
const press = (token: string) =>
  app.fastify.inject({
    method: 'POST',
    url: `/unsubscribe/report?token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
const people = async () => {
  const { body } = await app.call(contract.listReports, { as })
  const match = body.data?.reports.find(({ id }) => id === report.id)
  return { gets: match?.readers.map(({ email }) => email), left: match?.left.map(({ email }) => email) }
}
const change = (body: Record<string, unknown>) =>
  app.call(contract.updateReport, { params: { id: report.id }, body: body as never, as })

describe('the link at the end of a report', () => {
  it('stops it for one person without signing in, with one press of a mail program; others see who left', async () => {
    expect(await mailAll()).toBe(2)
    const token = await tokenOf(kim.email)
    // Programs that look at links in mails open them, and press nothing.
    const { statusCode } = await app.fastify.inject({ method: 'GET', url: `/unsubscribe/report?token=${token}` })
    expect(statusCode).not.toBe(404)
    expect((await look(token)).data).toMatchObject({ state: 'on', report: 'How we do' })
    expect((await press(token)).statusCode).toBe(200)
    expect((await press(token)).statusCode).toBe(200)
    expect((await look(token)).data?.state).toBe('stopped')
    expect(await people()).toEqual({ gets: [owner.email], left: [kim.email] })
    expect(await mailAll()).toBe(1)
    const { body } = await app.call(listAuditEntries, { as })
    expect(body.data?.data[0]).toMatchObject({ userName: 'Kim', entity: 'report', new: { readers: owner.email } })
    expect(logged.join('\n')).not.toContain(token.slice(-43))
  })

  it('brings it back to who stopped it', async () => {
    await mailAll()
    const token = await tokenOf(kim.email)
    await press(token)
    const { body } = await app.call(contract.resumeReport, { query: { token } })
    expect(body.data).toMatchObject({ state: 'on', report: 'How we do' })
    expect(await people()).toEqual({ gets: [kim.email, owner.email].sort(), left: [] })
    expect(await mailAll()).toBe(2)
  })

  it('lets nobody in whom others took off its list, nor tells them of it; nor after it was deleted', async () => {
    await mailAll()
    const token = await tokenOf(kim.email)
    await press(token)
    expect((await change({ remove: [kim.id] })).status).toBe(200)
    const link = { state: 'gone', organizationId: ctx.organizationId, organization: '', report: '' }
    expect((await app.call(contract.resumeReport, { query: { token } })).body.data).toEqual(link)
    expect(await people()).toEqual({ gets: [owner.email], left: [] })
    const owners = await tokenOf(owner.email)
    await app.call(contract.deleteReport, { params: { id: report.id }, as })
    expect((await press(owners)).statusCode).toBe(200)
    expect((await look(owners)).data).toEqual(link)
  })

  it('is refused when it was not signed here, was changed, or is of other mails', async () => {
    await mailAll()
    const token = await tokenOf(kim.email)
    const { organizationId } = ctx
    const other = unsubscribeToken(app.services, { organizationId, userId: kim.id, what: 'orders' })
    const wrong = [token.replace('report-', 'report-1'), token.slice(0, -1), `${token}A`, 'x', `1${token}`, other]
    for (const bad of wrong) {
      expect((await look(bad)).code).toBe('code_invalid')
      expect((await press(bad)).statusCode).toBe(400)
      expect((await app.call(contract.resumeReport, { query: { token: bad } })).body.code).toBe('code_invalid')
    }
    expect((await people()).left).toEqual([])
  })

  it('is not in a mail to who asked to see the report once', async () => {
    await change({ remove: [kim.id] })
    await app.call(contract.sendReport, { params: { id: report.id }, as: kim.as })
    await mailAll()
    const mail = await mailTo(app, kim.email)
    expect(mail).toContain('You sent yourself this copy.')
    expect(mail).not.toContain('unsubscribe')
  })
})

describe('who left', () => {
  const leave = (who = kim.as) => app.call(contract.leaveReport, { params: { id: report.id }, as: who })
  const rejoin = (who = kim.as) => app.call(contract.rejoinReport, { params: { id: report.id }, as: who })

  it('may come back on the page, and nobody else may come in there', async () => {
    await leave()
    expect((await people()).left).toEqual([kim.email])
    await rejoin()
    expect(await people()).toEqual({ gets: [kim.email, owner.email].sort(), left: [] })
    await change({ remove: [kim.id] })
    await rejoin()
    expect((await people()).gets).toEqual([owner.email])
  })

  it('stays away when somebody else changes the report, also what was opened before', async () => {
    await leave()
    expect((await change({ name: 'Sales', every: 'month' })).body.data).toMatchObject({ name: 'Sales' })
    expect((await change({ remove: [owner.id] })).body).toMatchObject({
      fields: { readers: 'Choose at least 1 person.' },
    })
    expect(await people()).toEqual({ gets: [owner.email], left: [kim.email] })
    await change({ add: [kim.id] })
    expect((await people()).left).toEqual([])
  })

  it('is not mailed what was noted just before', async () => {
    await noteAll()
    // As if the worker had noted it while they left.
    await ctx.db.updateTable('reportReaders').set({ leftAt: new Date() }).where('userId', '=', kim.id).execute()
    await sendAll()
    const { body } = await app.call(contract.listReportMails, { as })
    expect(body.data?.data.filter(({ email }) => email === kim.email)).toMatchObject([
      { state: 'failed', reason: 'This person unsubscribed.' },
    ])
  })
  it('is changed by who comes and who goes: a whole list of its people is refused, not dropped', async () => {
    const answer = await change({ readers: [kim.id] })
    expect(answer.status).toBe(400)
    expect((await change({ name: 'How we do now' })).status).toBe(200)
  })
})
