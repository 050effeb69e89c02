import { readFileSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Envelope } from '#contract/endpoint.ts'
import { getSupportAddress, sendSupportEmail, supportPriorities, supportTopics } from '#contract/support.ts'
import { makeSeller, makeSession, makeUser } from '#seed/make.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { supportAddress } from '../../mail/support-address.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { requeueSupport, sendSupportJob } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.services.database.system.deleteFrom('supportMessages').execute()
})

const MB = 1024 * 1024
const file = (name: string, bytes: number) =>
  new File([new Uint8Array(bytes).fill(7)], name, { type: 'application/pdf' })
/** Forms end lines so. */
const input = {
  email: 'dana@example.com',
  topic: 'Bug / Issue',
  priority: 'High',
  message: 'The list stays empty.\r\nSince today.',
}

async function post(as: string, fields: Record<string, string>, files: File[] = []) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const attachment of files) form.append('files', attachment)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/v2/users/sendSupportEmail',
    headers: { cookie: as, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json<Envelope<{ ok: true }>>() }
}
const waiting = () => app.services.queue.boss.fetch<Jobs['support.send']>('support.send', { batchSize: 100 })
const stored = () => app.services.database.system.selectFrom('supportMessages').selectAll().execute()
const outbox = () =>
  readdirSync(join(app.services.config.dataDir, 'outbox'))
    .filter((name) => name.endsWith('-support@localhost.eml'))
    .sort()

describe('writing to support', () => {
  it("NAV-110, NAV-111 the form's fields and files arrive by mail, and the copy goes only then", async () => {
    const { as, user, organization } = await makeSeller(app.services)
    const sent = await post(as, input, [
      file('screen.pdf', 5000),
      new File(['a,b\n'], 'Lager öl.csv', { type: 'text/csv' }),
    ])
    expect([sent.status, sent.body.data]).toEqual([200, { ok: true }])
    expect(await stored()).toMatchObject([
      { email: input.email, topic: input.topic, priority: input.priority, message: input.message, userId: user.id },
    ])
    for (const job of await waiting()) await sendSupportJob(app.services, job.data)
    const mail = readFileSync(join(app.services.config.dataDir, 'outbox', outbox().at(-1) ?? ''), 'utf8').replaceAll(
      '=\r\n',
      '',
    )
    expect(mail).toMatch(/^To: support@localhost\r$/m)
    expect(mail).toMatch(/^Reply-To: dana@example.com\r$/m)
    expect(mail).toMatch(/^Subject: \[High\] Bug \/ Issue: The list stays empty. Since today.\r$/m)
    expect(mail).toContain(`user ${user.id}, ${organization.displayName}`)
    expect(mail).toMatch(/Content-Disposition: attachment; filename=screen.pdf/)
    expect(mail).toContain(Buffer.alloc(57, 7).toString('base64'))
    expect(mail).toMatch(/^YSxiCg=/m)
    expect(await stored()).toEqual([])
    expect(await app.services.database.system.selectFrom('supportFiles').select('name').execute()).toEqual([])
  })

  it("works as JSON, without an organization or a confirmed email, with the dialog's defaults", async () => {
    const as = await makeSession(app.services, (await makeUser(app.services, { confirmed: false })).id, null)
    const answer = await app.call(sendSupportEmail, {
      as,
      body: { email: 'dana@example.com', message: 'No mail came.' },
    })
    expect(answer.status).toBe(200)
    expect(await stored()).toMatchObject([{ topic: 'General question', priority: 'Normal' }])
    expect((await app.call(sendSupportEmail, { body: { email: 'dana@example.com', message: 'x' } })).status).toBe(401)
  })

  it('NAV-092, NAV-094 knows these topics and priorities', () => {
    expect(supportTopics).toEqual(['General question', 'Bug / Issue', 'Billing', 'Feature request'])
    expect(supportPriorities).toEqual(['Low', 'Normal', 'High'])
  })

  it('NAV-098 refuses a blank message, a wrong email or topic at the field', async () => {
    const { as } = await makeSeller(app.services)
    for (const [field, value] of [
      ['message', '  '],
      ['email', 'dana'],
      ['topic', 'Other'],
      ['priority', 'Now'],
    ] as const) {
      const { status, body } = await post(as, { ...input, [field]: value })
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'invalid_input', [field]])
    }
    const json = await app.fastify.inject({
      method: 'POST',
      url: '/api/v2/users/sendSupportEmail',
      headers: { cookie: as },
      payload: { ...input, files: [{ name: 'a.txt' }] },
    })
    expect(json.json<Envelope<never>>().fields).toEqual({ 'files.0': 'Send files as multipart/form-data.' })
    expect(await stored()).toEqual([])
  })

  it('says which limit a file breaks, and keeps nothing', async () => {
    const { as } = await makeSeller(app.services)
    const cases: [File[], string][] = [
      [[file('big.pdf', 10 * MB + 1)], '“big.pdf” is larger than 10 MB.'],
      [[file('a.pdf', 10 * MB), file('b.pdf', 10 * MB), file('c.pdf', 1)], 'Files together are larger than 20 MB.'],
      [Array.from({ length: 11 }, (_, i) => file(`${i}.pdf`, 1)), 'Attach at most 10 files.'],
    ]
    for (const [files, sentence] of cases) {
      const { status, body } = await post(as, input, files)
      expect([status, body.code, body.fields]).toEqual([413, 'payload_too_large', { files: sentence }])
    }
    expect(await stored()).toEqual([])
    expect((await post(as, input, [file('a.pdf', 10 * MB), file('b.pdf', 10 * MB)])).status).toBe(200)
  })

  it('five messages in ten minutes are enough', async () => {
    const { as } = await makeSeller(app.services)
    const send = () => app.call(sendSupportEmail, { as, body: { email: 'dana@example.com', message: 'Hello' } })
    await send()
    await app.services.database.system
      .updateTable('rateLimits')
      .set({ tries: 5 })
      .where('key', 'like', 'support:%')
      .execute()
    expect((await send()).status).toBe(429)
    await app.services.database.system.deleteFrom('rateLimits').where('key', 'like', 'support:%').execute()
  })
})

describe('the mail server', () => {
  it('may be away: the message stays until it is back', async () => {
    const { as } = await makeSeller(app.services)
    await waiting()
    await post(as, input, [file('a.pdf', 100)])
    const [job] = await waiting()
    if (!job) throw new Error('nothing is queued')
    const server = new SMTPServer({ disabledCommands: ['STARTTLS'], authOptional: true })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    const got: string[] = []
    server.onData = (stream, { envelope }, done) => {
      got.push(...envelope.rcptTo.map((to) => to.address))
      stream.resume().on('end', () => done())
    }
    const services = {
      ...app.services,
      config: {
        ...app.services.config,
        mailUrl: `smtp://127.0.0.1:${port}/?from=shop@example.com&support=help@example.com`,
      },
    }
    await expect(
      sendSupportJob({ ...services, config: { ...services.config, mailUrl: 'smtp://127.0.0.1:1' } }, job.data),
    ).rejects.toThrow('ECONNREFUSED')
    expect(await stored()).toHaveLength(1)
    await sendSupportJob(services, job.data)
    await sendSupportJob(services, job.data)
    await new Promise<void>((resolve) => server.close(resolve))
    expect(got).toEqual(['help@example.com'])
    expect(await stored()).toEqual([])
  })

  it('a message whose job gave up is queued again a day later', async () => {
    const { as } = await makeSeller(app.services)
    await post(as, input)
    await waiting()
    await requeueSupport(app.services)
    expect(await waiting()).toEqual([])
    await app.services.database.system
      .updateTable('supportMessages')
      .set({ queuedAt: new Date(Date.now() - 25 * 3_600_000) })
      .execute()
    await requeueSupport(app.services)
    const [message] = await stored()
    expect((await waiting()).map((job) => job.data.messageId)).toEqual([message?.id])
  })
})

describe('the address of support', () => {
  it("NAV-112 follows from the installation's address, unless MAIL_URL names one", async () => {
    expect((await app.call(getSupportAddress)).body.data).toEqual({ email: 'support@localhost' })
    expect(supportAddress({ mailUrl: undefined, publicUrl: 'https://motto.example.com' })).toBe(
      'support@motto.example.com',
    )
    expect(
      supportAddress({
        mailUrl: 'smtp://u:p@mail.example.com/?support=help@example.com',
        publicUrl: 'https://motto.example.com',
      }),
    ).toBe('help@example.com')
  })
})
