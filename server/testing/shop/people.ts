import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, TestApp } from '../setup/app.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { sendMailJob } from '../../features/accounts/jobs.ts'

export const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Sends what is queued, as a worker would, oldest first. */
export async function sendQueuedMail({ services }: TestApp): Promise<void> {
  const jobs = await services.queue.boss.fetch<Jobs['mail.send']>('mail.send', {
    batchSize: 100,
    includeMetadata: true,
  })
  for (const job of jobs.sort((a, b) => a.createdOn.getTime() - b.createdOn.getTime())) {
    await sendMailJob(services, job.data)
    await services.queue.boss.complete('mail.send', job.id)
  }
}

/** The newest mail of an address, its lines joined again. */
export async function mailTo(app: TestApp, address: string): Promise<string> {
  await sendQueuedMail(app)
  const folder = join(app.services.config.dataDir, 'outbox')
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith(`-${address}.eml`))
    .sort()
    .at(-1)
  if (!newest) throw new Error(`no mail to ${address}`)
  return readFileSync(join(folder, newest), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=')
}

/** What a mailed link says, read from the mail's plain part. */
export function queryOf(mail: string, path: string): Record<string, string> {
  const link = new RegExp(`http://localhost:3000${path}\\?(\\S+)`).exec(mail)?.[1]
  if (!link) throw new Error(`the mail has no link to ${path}`)
  return Object.fromEntries(new URLSearchParams(link))
}

let next = 0
/** Headers of a visitor from an address of one's own (RFC 2544's range), so that tries do not add up across tests. */
export const visitor = () => {
  next += 1
  return { 'x-forwarded-for': `198.18.${Math.floor(next / 250)}.${(next % 250) + 1}` }
}

export interface Cookie {
  value: string
  attributes: string[]
}
/** Cookies that an answer sets, by name. */
export function cookiesOf({ headers }: Pick<Answer<unknown>, 'headers'>): Record<string, Cookie> {
  const lines = headers['set-cookie'] as string | string[] | undefined
  return Object.fromEntries(
    [lines ?? []].flat().map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), { value: pair.slice(at + 1), attributes }]
    }),
  )
}
