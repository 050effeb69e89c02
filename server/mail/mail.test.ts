import { mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../services.ts'
import { mails } from '../observing/metrics.ts'
import { sendMailJob } from '../features/accounts/jobs.ts'
import { seal, unseal } from './seal.ts'
import { sendMail } from './send.ts'
import { confirmMail, invitationMail, loginMail } from './templates.ts'
import { showMail } from './terminal.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'motto-mail-'))
const mail = { subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' }

describe('the outbox', () => {
  it('keeps each mail as a file that only its owner reads, never one over another', async () => {
    const dataDir = folder()
    const at = new Date('2026-03-01T10:00:00.000Z')
    const sending = {
      config: { mailUrl: undefined, publicUrl: 'http://localhost:3000', dataDir },
      clock: { ...systemClock, now: () => at },
    }
    await Promise.all(Array.from({ length: 3 }, () => sendMail(sending, 'dana@example.com', mail)))
    const files = readdirSync(join(dataDir, 'outbox')).sort()
    expect(files).toEqual(['00.000', '00.001', '00.002'].map((s) => `2026-03-01T10-00-${s}Z-dana@example.com.eml`))
    const file = join(dataDir, 'outbox', files[0] ?? '')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const raw = readFileSync(file, 'utf8')
    expect(raw).toMatch(/^From: Motto <no-reply@localhost>\r$/m)
    expect(raw).toMatch(/^To: dana@example.com\r$/m)
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m)
  })

  it('never writes outside its folder', async () => {
    const dataDir = folder()
    await sendMail(
      { config: { mailUrl: undefined, publicUrl: 'http://localhost:3000', dataDir }, clock: systemClock },
      '../../evil@example.com',
      mail,
    )
    expect(readdirSync(dataDir)).toEqual(['outbox'])
    expect(readdirSync(join(dataDir, 'outbox'))[0]).toMatch(/^\d[^/]*-\.\._\.\._evil@example\.com\.eml$/)
  })
})

describe('a mail server', () => {
  it('gets the mail, from the address that MAIL_URL names', async () => {
    const got: { from: string; to: string[]; raw: string }[] = []
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onData: (stream, { envelope }, done) => {
        let raw = ''
        stream.on('data', (chunk: Buffer) => {
          raw += chunk.toString()
        })
        stream.on('end', () => {
          got.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map((r) => r.address),
            raw,
          })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    const config = {
      mailUrl: `smtp://127.0.0.1:${port}/?from=shop@example.com`,
      publicUrl: 'https://motto.example.com',
      dataDir: folder(),
    }
    await sendMail({ config, clock: systemClock }, 'dana@example.com', mail)
    // One odd address, not two: else a mail meant for one would reach another.
    await sendMail({ config, clock: systemClock }, 'eve,dana@example.com', mail).catch(() => undefined)
    await new Promise<void>((resolve) => server.close(resolve))
    expect(got[0]).toMatchObject({ from: 'shop@example.com', to: ['dana@example.com'] })
    expect(got.slice(1).flatMap((m) => m.to)).not.toContain('dana@example.com')
    expect(got[0]?.raw).toContain('<p>Hello</p>')
    expect(readdirSync(config.dataDir)).toEqual([])
    mails.reset()
    await expect(sendMail({ config, clock: systemClock }, 'dana@example.com', mail)).rejects.toThrow('ECONNREFUSED')
    expect((await mails.get()).values).toEqual([{ labels: { outcome: 'failed' }, value: 1 }])
  })
})

it('a mailbox that the mail server refuses for good is given up, one that it refuses for now is tried again', async () => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error('No such mailbox'), { responseCode: address.startsWith('gone') ? 550 : 451 })),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const warned: string[] = []
  const secret = Buffer.alloc(32, 1)
  const log = {
    debug: () => undefined,
    info: () => undefined,
    error: () => undefined,
    warn: (_data: object, message: string) => void warned.push(message),
  }
  const services = {
    secret,
    log,
    clock: systemClock,
    config: { mailUrl: `smtp://127.0.0.1:${port}`, publicUrl: 'https://m.example', dataDir: folder() },
  }
  const payload = {
    organizationId: null,
    subject: 'S',
    html: seal(secret, '<p>the-code</p>'),
    text: seal(secret, 'the-code'),
  }
  await sendMailJob(services, { ...payload, to: 'gone@example.com' })
  expect(warned).toEqual(['the mail server rejected the recipient; the mail is given up'])
  await expect(sendMailJob(services, { ...payload, to: 'full@example.com' })).rejects.toThrow('451')
  await new Promise<void>((resolve) => server.close(resolve))
})

describe('what mails say', () => {
  it('links lead to the public address and survive odd characters', () => {
    const { text: plain, html } = loginMail('https://motto.example.com', 'dana+shop@example.com', 'a_b-c')
    expect(plain).toContain('https://motto.example.com/login?email=dana%2Bshop%40example.com&token=a_b-c\n')
    expect(html).toContain('href="https://motto.example.com/login?email=dana%2Bshop%40example.com&amp;token=a_b-c"')
  })
  it('names given by users are text, and never another header', () => {
    const { html, subject } = invitationMail('https://m.example', {
      organization: '<img src=x onerror=alert(1)>\r\nBcc: all@example.com',
      role: 'Admin',
      invitedBy: '"><script>',
      token: 'the-token',
    })
    expect(html).not.toMatch(/<img|<script/)
    expect(subject).not.toMatch(/[\r\n]/)
  })
  it('a sealed text is opened with the same secret only', () => {
    const [first, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const { text: plain } = confirmMail('https://m.example', 'u', 'the-code')
    const sealed = seal(first, plain)
    expect(Buffer.from(sealed, 'base64').includes('the-code')).toBe(false)
    expect(unseal(first, sealed)).toBe(plain)
    expect(() => unseal(other, sealed)).toThrow('unable to authenticate')
  })
})

describe('without a mail server', () => {
  const written = (
    isTTY: boolean | undefined,
    message = confirmMail('http://localhost:3000', 'the-uuid', 'the-code'),
  ) => {
    const lines: string[] = []
    showMail(
      { ...(isTTY === undefined ? {} : { isTTY }), write: (line) => lines.push(line) },
      'dana@example.com',
      message,
    )
    return lines
  }
  it('whoever runs Motto in a terminal reads the whole link there', () => {
    expect(written(true)).toEqual([
      'No mail server configured. Email to dana@example.com, "Confirm your email": http://localhost:3000/confirmEmail?uuid=the-uuid&code=the-code\n',
    ])
  })
  it('output that is kept anywhere else holds no link, and names cannot steer the terminal', () => {
    expect(written(false)).toEqual([])
    expect(written(undefined)).toEqual([])
    expect(written(true, { subject: '\u001B[2J', html: '', text: 'http://localhost:3000/\u001B[2J' })[0]).not.toContain(
      '\u001B',
    )
  })
})
