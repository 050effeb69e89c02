import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/reports.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { channelOrder, makeIntegration, orderLine } from '../../testing/shop/orders.ts'
import { takeIn } from '../orders/intake/intake.ts'
import { dueReportsJob, forgetReportMails, sendReportJob, sweepReports } from './jobs.ts'

let app: TestApp
let ctx: Ctx
let as: string
let me: { id: number; email: string }
/** A Wednesday. */
const START = new Date('2026-10-21T12:00:00Z')
let now = START

beforeAll(async () => {
  app = await testApp()
  const { clock } = app.services
  app.services.clock = { ...clock, now: () => now }
})
afterAll(() => app.stop())
beforeEach(async () => {
  now = START
  const seller = await makeSeller(app.services)
  ;({ ctx, as } = seller)
  me = seller.user
  await zone('America/New_York')
})

const zone = (timeZone: string) =>
  app.services.database.system
    .updateTable('organizations')
    .set({ timeZone })
    .where('id', '=', ctx.organizationId)
    .execute()
const all = { channels: [], templateNames: [], skus: [], attributes: [] }
const make = async (change: Partial<contract.NewReport> = {}, who = as) =>
  app.call(contract.createReport, {
    body: { name: 'How we do', every: 'week', filter: all, readers: [me.id], ...change },
    as: who,
  })
const made = async (change: Partial<contract.NewReport> = {}) => {
  const { status, body } = await make(change)
  expect(status, JSON.stringify(body)).toBe(200)
  if (!body.data) throw new Error('no report')
  return body.data
}
const read = async () => {
  const at = now
  now = START
  const { body } = await app.call(contract.listReports, { as })
  now = at
  return body.data
}
const mails = async () => {
  const at = now
  // Sessions end by the same clock.
  now = START
  const { body } = await app.call(contract.listReportMails, { as })
  now = at
  return body.data?.data ?? []
}
async function member(roleId = 4) {
  const user = await makeUser(app.services)
  await makeMember(app.services, ctx.organizationId, user.id, roleId)
  return { ...user, as: await makeSession(app.services, user.id, ctx.organizationId) }
}
/** What a worker does at a moment. @returns how many mails it was given to send */
async function work(at: string, services = app.services): Promise<number> {
  now = new Date(at)
  await sweepReports(app.services)
  const due = await app.services.queue.boss.fetch<Jobs['reports.due']>('reports.due', { batchSize: 100 })
  for (const job of due) {
    await dueReportsJob(app.services, job.data)
    await app.services.queue.boss.complete('reports.due', job.id)
  }
  return send(services)
}
async function send(services = app.services): Promise<number> {
  const jobs = await app.services.queue.boss.fetch<Jobs['reports.send']>('reports.send', { batchSize: 100 })
  for (const job of jobs) {
    await sendReportJob(services, job.data)
    await app.services.queue.boss.complete('reports.send', job.id)
  }
  return jobs.filter(({ data }) => data.organizationId === ctx.organizationId).length
}
const outbox = () => {
  try {
    return readdirSync(join(app.services.config.dataDir, 'outbox'))
  } catch {
    return []
  }
}
const mailsTo = (email: string) => outbox().filter((name) => name.endsWith(`-${email}.eml`))
const mailTo = (email: string) =>
  readFileSync(join(app.services.config.dataDir, 'outbox', mailsTo(email)[0] ?? ''), 'utf8')
/** The files of a mail, by the end of their name. */
const fileOf = (mail: string, end: string) => {
  const part = mail.split(/\r\n--/).find((section) => section.includes(`.${end}"`) || section.includes(`.${end}\r\n`))
  const text = part?.split('\r\n\r\n')[1]
  return Buffer.from(text ?? '', 'base64')
}

describe('a report by mail', () => {
  it('is off until asked for, goes out on Monday at seven where the organization is, and never twice', async () => {
    expect(await work('2026-10-26T12:00:00Z')).toBe(0)
    now = new Date('2026-10-21T12:00:00Z')
    const colleague = await member()
    const report = await made({ readers: [me.id, colleague.id] })
    expect(report).toMatchObject({ nextDay: '2026-10-26', firstDay: '2026-10-19', lastDay: '2026-10-25' })
    // New York is four hours behind until the 1st of November, and five after that.
    expect(await work('2026-10-26T10:59:59Z')).toBe(0)
    expect(await work('2026-10-26T11:00:00Z')).toBe(2)
    expect(await work('2026-10-26T11:00:30Z')).toBe(0)
    expect([mailsTo(me.email).length, mailsTo(colleague.email).length]).toEqual([1, 1])
    expect(await work('2026-11-02T11:30:00Z')).toBe(0)
    expect(await work('2026-11-02T12:00:00Z')).toBe(2)
    expect((await mails()).map(({ firstDay, lastDay, state, asked }) => [firstDay, lastDay, state, asked])).toEqual([
      ['2026-10-26', '2026-11-01', 'written', false],
      ['2026-10-26', '2026-11-01', 'written', false],
      ['2026-10-19', '2026-10-25', 'written', false],
      ['2026-10-19', '2026-10-25', 'written', false],
    ])
  })

  it('of a month tells of all its days; after weeks without Motto only what was over last is told', async () => {
    await made({ every: 'month' })
    expect((await read())?.reports[0]).toMatchObject({ nextDay: '2026-11-01' })
    expect(await work('2027-02-03T12:00:00Z')).toBe(1)
    expect((await mails()).map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([['2027-01-01', '2027-01-31']])
    expect((await read())?.reports[0]).toMatchObject({ nextDay: '2027-03-01' })
  })

  it('follows the organization to another time zone', async () => {
    await made()
    await zone('Pacific/Auckland')
    expect(await work('2026-10-25T17:59:00Z')).toBe(0)
    expect(await work('2026-10-25T18:00:00Z')).toBe(1)
  })

  it('has the figures of its days and filters as CSV and PDF, and a link to the page that shows the same', async () => {
    const { id } = await makeIntegration(ctx)
    const template = await makeTemplate(ctx)
    const { id: productId } = await makeProduct(ctx, template.id, { sku: 'IN-1' })
    await ctx.db.updateTable('products').set({ cost: 700 }).where('id', '=', productId).execute()
    await makeProduct(ctx, template.id, { sku: 'IN-0' })
    const sell = (sku: string, orderDate: string, totalAmount: number) =>
      takeIn(ctx, { id, channel: 'ebay', historyBefore: new Date('2020-01-01') }, [
        channelOrder({ orderDate: new Date(orderDate), totalAmount, lines: [orderLine({ sku, quantity: 2 })] }),
      ])
    await sell('IN-1', '2026-10-19T04:00:00Z', 1250)
    await sell('IN-1', '2026-10-26T03:59:59Z', 3000)
    await sell('OUT-2', '2026-10-20T12:00:00Z', 9900)
    await sell('IN-1', '2026-10-26T04:00:00Z', 7700)
    await sell('IN-1', '2026-10-18T12:00:00Z', 1000)
    await sell('IN-0', '2026-10-22T12:00:00Z', 600)
    await made({ name: '=Wörk "1"', filter: { ...all, skus: ['IN-1', 'IN-0'] } })
    await work('2026-10-26T11:00:00Z')
    const mail = mailTo(me.email)
    const csv = fileOf(mail, 'csv').toString()
    expect(csv).toContain('Key figures,,Total Sales (USD),48.5,10\r\n')
    expect(csv).toContain('Key figures,,Orders,3,1\r\n')
    // Of IN-0 no cost is known: what it earned is left out, and the report says so.
    expect(csv).toContain('Key figures,,Cost of Goods (USD),28,14\r\n')
    expect(csv).toContain('Key figures,,Profit (USD),14.5,-4\r\n')
    expect(csv).toContain('Key figures,,Margin,34.1,-40\r\n')
    expect(csv).toContain('Profit by Channel,eBay,Profit (USD),14.5,\r\n')
    const known = 'The cost of goods is known for 88% of sales. Profit and margin leave out the rest.'
    expect(csv).toContain(`Note,${known},,,\r\n`)
    expect(csv).toContain('Daily Orders,2026-10-19,Orders,1,\r\nDaily Orders,2026-10-20,Orders,0,\r\n')
    expect(csv).toContain('Daily Orders,2026-10-25,Orders,1,\r\n')
    expect(csv).toContain('Sales by Channel,eBay,Sales (USD),48.5,\r\n')
    expect(csv).toContain('Sales by SKU,IN-1,Items,4,\r\n')
    expect(csv).not.toContain('OUT-2')
    const pdf = fileOf(mail, 'pdf')
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(pdf.subarray(-6).toString()).toContain('%%EOF')
    expect(mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
      `http://localhost:3000/analytics?startDate=2026-10-19&endDate=2026-10-25&skus=IN-1+IN-0&organization=${ctx.organizationId}`,
    )
  })

  it('tells which names of its query no longer exist, in the mail and in the file', async () => {
    const { name } = await makeTemplate(ctx)
    await makeProduct(ctx, (await makeTemplate(ctx)).id)
    await ctx.db
      .updateTable('products')
      .set({ attributes: JSON.stringify([{ name: 'Color', value: 'Red' }]) })
      .where('organizationId', '=', ctx.organizationId)
      .execute()
    const attributes = ['Color', 'Mount'].map((name) => ({ name, values: ['Red'], action: 'in' as const }))
    await made({ name: '-cmd|calc!', filter: { ...all, templateNames: [name, 'Renamed since'], attributes } })
    await work('2026-10-26T11:00:00Z')
    const mail = mailTo(me.email)
    const message =
      'Not found: the template “Renamed since”, the attribute “Mount”. They may have been renamed or deleted, so they match no orders.'
    expect(fileOf(mail, 'csv').toString()).toContain(`Note,"${message}",,,\r\n`)
    expect(mail).toContain('filename=cmd-calc-2026-10-19-2026-10-25.csv')
  })
})

describe('after a crash', () => {
  it('what is noted is still sent, and what may have arrived is not', async () => {
    await made()
    now = new Date('2026-10-26T11:00:00Z')
    await dueReportsJob(app.services, { organizationId: ctx.organizationId })
    // A second worker finds nothing to note.
    await dueReportsJob(app.services, { organizationId: ctx.organizationId })
    const [mail] = await mails()
    if (!mail) throw new Error('nothing noted')
    expect((await mails()).length).toBe(1)
    const job = { organizationId: ctx.organizationId, mailId: mail.id }
    await ctx.db.updateTable('reportMails').set({ state: 'sending' }).where('id', '=', mail.id).execute()
    await sendReportJob(app.services, job)
    expect(mailsTo(me.email)).toEqual([])
    expect((await mails())[0]).toMatchObject({ state: 'failed', reason: expect.stringContaining('may have arrived') })
    await sendReportJob(app.services, job)
    expect(mailsTo(me.email)).toEqual([])
  })

  it('two workers with the same mail send one', async () => {
    await made()
    now = new Date('2026-10-26T11:00:00Z')
    await dueReportsJob(app.services, { organizationId: ctx.organizationId })
    const [mail] = await mails()
    const job = { organizationId: ctx.organizationId, mailId: mail?.id ?? 0 }
    await Promise.all([sendReportJob(app.services, job), sendReportJob(app.services, job)])
    expect(mailsTo(me.email).length).toBe(1)
  })
})

describe('the mail server', () => {
  async function server(answer: () => { responseCode: number } | undefined) {
    let received = 0
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => {
          const refusal = answer()
          if (refusal) return done(Object.assign(new Error('Mailbox says no'), refusal))
          received += 1
          done()
        })
      },
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const { port } = smtp.server.address() as AddressInfo
    const services = {
      ...app.services,
      config: { ...app.services.config, mailUrl: `smtp://127.0.0.1:${port}` },
    }
    return { services, received: () => received, stop: () => new Promise<void>((resolve) => smtp.close(resolve)) }
  }
  async function noted() {
    await made()
    now = new Date('2026-10-26T11:00:00Z')
    await dueReportsJob(app.services, { organizationId: ctx.organizationId })
    return { organizationId: ctx.organizationId, mailId: (await mails())[0]?.id ?? 0 }
  }

  it('that refuses for now is asked again, and one that refuses for good is believed', async () => {
    let code = 451
    const { services, received, stop } = await server(() => (code ? { responseCode: code } : undefined))
    const job = await noted()
    await expect(sendReportJob(services, job)).rejects.toThrow('451')
    expect((await mails())[0]).toMatchObject({ state: 'waiting', reason: expect.stringContaining('Mailbox says no') })
    code = 0
    await sendReportJob(services, job)
    expect((await mails())[0]).toMatchObject({ state: 'sent', reason: '' })
    expect(received()).toBe(1)
    code = 550
    await app.call(contract.sendReport, { params: { id: (await mails())[0]?.reportId ?? 0 }, as })
    await send(services)
    expect((await mails())[0]).toMatchObject({ state: 'failed', reason: expect.stringContaining('550') })
    await stop()
  })

  it('that cannot be reached is tried some hours and then told as failed', async () => {
    const { services, stop } = await server(() => undefined)
    await stop()
    const job = await noted()
    for (let tries = 1; tries < 8; tries += 1)
      await expect(sendReportJob(services, job)).rejects.toThrow('ECONNREFUSED')
    await sendReportJob(services, job)
    expect((await mails())[0]).toMatchObject({ state: 'failed', reason: expect.stringContaining('ECONNREFUSED') })
  })

  it('that is not set is said, and mails are only written', async () => {
    expect(await read()).toMatchObject({ mailServer: false })
    const { id } = await made()
    expect((await app.call(contract.sendReport, { params: { id }, as })).body.data).toEqual({ email: me.email })
    await send()
    expect((await mails())[0]).toMatchObject({
      state: 'written',
      asked: true,
      firstDay: '2026-10-12',
      lastDay: '2026-10-18',
    })
    // What somebody looked at beforehand keeps nobody from getting it in time.
    expect(await work('2026-10-26T11:00:00Z')).toBe(1)
  })
})

describe('who gets a report', () => {
  it('are members alone, and those who leave get none', async () => {
    const stranger = (await makeSeller(app.services)).user
    expect((await make({ readers: [stranger.id] })).body).toMatchObject({
      code: 'invalid_input',
      fields: { readers: expect.stringContaining('members of this organization') },
    })
    const [stays, leaves, removed] = [await member(5), await member(5), await member()]
    const { id } = await made({ readers: [stays.id, leaves.id, removed.id] })
    expect((await app.call(contract.leaveReport, { params: { id }, as: leaves.as })).status).toBe(200)
    await app.services.database.system.deleteFrom('members').where('userId', '=', removed.id).execute()
    expect(await work('2026-10-26T11:00:00Z')).toBe(1)
    expect([stays, leaves, removed].map(({ email }) => mailsTo(email).length)).toEqual([1, 0, 0])
  })

  it('all who leave at the same moment have left', async () => {
    const leaving = await Promise.all(Array.from({ length: 8 }, () => member(5)))
    const { id } = await made({ readers: [me.id, ...leaving.map((reader) => reader.id)] })
    await Promise.all(leaving.map((reader) => app.call(contract.leaveReport, { params: { id }, as: reader.as })))
    expect((await read())?.reports.find((report) => report.id === id)?.readers.map((reader) => reader.id)).toEqual([
      me.id,
    ])
  })

  it('a guest looks and leaves, a member sets up; neighbours see nothing', async () => {
    const guest = await member(5)
    expect((await make({}, guest.as)).status).toBe(403)
    expect((await make({}, (await member(4)).as)).status).toBe(200)
    const id = (await read())?.reports[0]?.id ?? 0
    expect((await app.call(contract.deleteReport, { params: { id }, as: guest.as })).status).toBe(403)
    expect((await app.call(contract.sendReport, { params: { id }, as: guest.as })).status).toBe(200)
    const neighbour = await makeSeller(app.services)
    for (const endpoint of [contract.sendReport, contract.leaveReport, contract.deleteReport])
      expect((await app.call(endpoint, { params: { id }, as: neighbour.as })).status).toBe(404)
    expect((await app.call(contract.listReports, { as: neighbour.as })).body.data?.reports).toEqual([])
    expect((await app.call(contract.listReportMails, { as: neighbour.as })).body.data?.items).toBe(0)
    await app.call(contract.deleteReport, { params: { id }, as })
    expect(await send()).toBe(1)
    expect(mailsTo(guest.email)).toEqual([])
  })

  it('is told what is wrong, and a change of rhythm moves the next day', async () => {
    expect((await make({ name: ' ', readers: [] })).body).toMatchObject({
      fields: { name: 'Give the report a name.', readers: 'Choose at least 1 person.' },
    })
    const { id } = await made()
    const other = await app.call(contract.updateReport, { params: { id }, body: { every: 'month' }, as })
    expect(other.body.data).toMatchObject({ nextDay: '2026-11-01', name: 'How we do' })
    await ctx.db
      .insertInto('mailedReports')
      .values(
        Array.from({ length: contract.MOST_REPORTS - 1 }, () => ({
          organizationId: ctx.organizationId,
          name: 'x',
          every: 'week' as const,
          filter: JSON.stringify(all),
          nextDay: '2099-01-05',
        })),
      )
      .execute()
    expect((await make()).body).toMatchObject({ fields: { name: expect.stringContaining('already have 50 reports') } })
  })
})

it('mails of long ago are forgotten', async () => {
  const { id } = await made()
  for (let n = 0; n < 2; n += 1) await app.call(contract.sendReport, { params: { id }, as })
  const [recent, old] = await mails()
  await ctx.db
    .updateTable('reportMails')
    .set({ at: new Date('2025-09-01T12:00:00Z') })
    .where('id', '=', old?.id ?? 0)
    .execute()
  await forgetReportMails(app.services)
  expect((await mails()).map((mail) => mail.id)).toEqual([recent?.id])
})
