import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeOrganization } from '#seed/make.ts'
import { type Ctx, inTransaction, jobContext } from '../context.ts'
import type { DatabaseConnection } from '../db/connection/open-database.ts'
import type { Log } from '../log.ts'
import { type TestApp, testApp } from '../testing/setup/app.ts'
import { until } from '../testing/setup/until.ts'
import { type Jobs, jobNames, jobSettings } from './jobs.ts'
import { type Queue, enqueue, openQueue, sentKey } from './queue.ts'
import { type Handlers, startWorkers } from './worker.ts'

let app: TestApp
let connection: DatabaseConnection
let ctx: Ctx
let neighbour: Ctx
const quiet: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const opened: Queue[] = []

beforeAll(async () => {
  app = await testApp({ ROLE: 'api', DATABASE_URL: 'postgres://unused' })
  ;({ connection } = app.services.database)
  ctx = jobContext(app.services, (await makeOrganization(app.services)).id)
  neighbour = jobContext(app.services, (await makeOrganization(app.services)).id)
})
afterAll(async () => {
  await Promise.all(opened.map((queue) => queue.stop()))
  await app.stop()
})
beforeEach(async () => {
  for (const name of jobNames) await boss().deleteAllJobs(name)
})

const boss = () => app.services.queue.boss
const payload = () => ({ organizationId: ctx.organizationId, integrationId: 1 })
const mail = (to: string): Jobs['mail.send'] => ({ organizationId: null, to, subject: '', html: '', text: '' })
const find = (name: keyof Jobs) => boss().findJobs(name)
async function open() {
  const queue = await openQueue(connection, true, quiet)
  opened.push(queue)
  return queue
}
const nothing = Object.fromEntries(jobNames.map((name) => [name, async () => undefined])) as unknown as Handlers

it('a start that meets the housekeeping of another process in a deadlock goes on after it', async () => {
  // Settings of a connection stay with it only past a pooler.
  const direct = connection.pooler?.listening ?? connection
  const other = new pg.Client(direct)
  await other.connect()
  const drop = (table: string) => other.query(`drop policy own_organization on jobs.${table}`)
  await Promise.all([drop('job'), drop('job_common')])
  // This one waits on without looking for circles, so that the start is the one that is ended.
  await other.query(`set deadlock_timeout = '10min'; begin; lock table jobs.job_common in access share mode`)
  const starting = openQueue({ ...direct, options: '-c deadlock_timeout=3s' }, true, quiet)
  await until('the start waits', async () => {
    const waiting = `select 1 as found_lock from pg_locks where relation = 'jobs.job_common'::regclass and not granted`
    return (await other.query<{ found_lock: number }>(waiting)).rows[0]?.found_lock
  })
  await other.query('lock table jobs.job in access share mode; commit')
  opened.push(await starting)
  const { rows } = await other.query(`select tablename from pg_policies where schemaname = 'jobs' order by 1`)
  await other.end()
  expect(rows.map(({ tablename }: { tablename: string }) => tablename)).toEqual(['job', 'job_common'])
})

describe('queueing', () => {
  it('takes a job with the transaction that queued it, and drops it with one that is rolled back', async () => {
    await inTransaction(ctx, (inner) => enqueue(inner, 'orders.pull', payload(), { key: 'kept' }))
    await inTransaction(ctx, async (inner) => {
      await enqueue(inner, 'orders.pull', payload(), { key: 'dropped' })
      throw new Error('changed my mind')
    }).catch(() => undefined)
    expect((await find('orders.pull')).map((job) => job.singletonKey)).toEqual(['kept'])
  })
  it('lets jobs of one key wait as one, and queues one more while one runs', async () => {
    const send = () => enqueue(ctx, 'sync.push', payload(), { key: 'a' })
    await Promise.all([send(), send(), send()])
    await enqueue(ctx, 'sync.push', payload(), { key: 'b' })
    expect((await find('sync.push')).map((job) => job.singletonKey).toSorted()).toEqual(['a', 'b'])
    const [running] = await boss().fetch('sync.push', { includeMetadata: true })
    expect(running?.singletonKey).toBe('a')
    await send()
    await send()
    const states = (await find('sync.push')).filter((job) => job.singletonKey === 'a').map((job) => job.state)
    expect(states.toSorted()).toEqual(['active', 'created'])
  })
  it('lets one that may begin at once pass one of its key that was put off', async () => {
    const startAfter = new Date(Date.now() + 3600_000)
    const send = (options: object) => enqueue(ctx, 'products.pictures', payload(), { key: 'passed', ...options })
    await send({ startAfter })
    await send({ startAfter })
    expect(await find('products.pictures')).toHaveLength(1)
    await send({})
    await send({})
    expect(await find('products.pictures')).toHaveLength(2)
    const [running] = await boss().fetch('products.pictures', { includeMetadata: true })
    expect(running && sentKey(running.singletonKey ?? '')).toBe('passed')
    expect(await boss().fetch('products.pictures')).toEqual([])
  })
  it('never merges mails', async () => {
    await enqueue(ctx, 'mail.send', { ...mail('a@x.test'), organizationId: ctx.organizationId })
    await enqueue(ctx, 'mail.send', { ...mail('a@x.test'), organizationId: ctx.organizationId })
    expect(await find('mail.send')).toHaveLength(2)
  })
  it('gives out no job before its time', async () => {
    const startAfter = new Date(Date.now() + 3600_000)
    await enqueue(ctx, 'orders.pull', payload(), { startAfter })
    expect(await boss().fetch('orders.pull')).toEqual([])
    expect((await find('orders.pull'))[0]?.startAfter).toEqual(startAfter)
  })
})

describe('trying again', () => {
  it('waits longer each time, never quite as long, up to its limit', async () => {
    const gaps: { at: number; from: number; to: number }[][] = []
    for (let round = 0; round < 3; round += 1) {
      const id = await boss().send('sync.push', payload(), { singletonKey: `gaps-${round}` })
      const mine: { at: number; from: number; to: number }[] = []
      for (let tries = 0; tries < 8; tries += 1) {
        await boss().fetch('sync.push', { ignoreStartAfter: true })
        const from = Date.now()
        await boss().fail('sync.push', id as string, new Error('no'))
        const to = Date.now()
        const [job] = await boss().findJobs('sync.push', { id: id as string })
        mine.push({ at: job?.startAfter.getTime() ?? 0, from, to })
      }
      gaps.push(mine)
    }
    // 2, 4, 8, … seconds, at most 120, each less by chance by up to a half ("equal jitter").
    for (const mine of gaps) {
      for (const [tries, gap] of mine.entries()) {
        // Counted from the failure, which was somewhere between the two.
        expect(gap.at - gap.to, `gap ${tries}`).toBeLessThanOrEqual(Math.min(2 ** (tries + 1), 120) * 1000)
        expect(gap.at - gap.from, `gap ${tries}`).toBeGreaterThan(Math.min(2 ** tries, 120) * 400 - 500)
      }
    }
    expect(
      new Set(gaps.map((mine) => Math.round(((mine[6]?.at ?? 0) - (mine[6]?.to ?? 0)) / 50))).size,
    ).toBeGreaterThan(1)
  })
  it('keeps a job that failed for good, with its reason', async () => {
    const id = await boss().send('orders.pull', payload(), { retryLimit: 0 })
    await boss().fetch('orders.pull')
    await boss().fail('orders.pull', id as string, new Error('The channel is closed.'))
    expect((await find('orders.pull')).map((job) => [job.state, (job.output as { message?: string }).message])).toEqual(
      [['failed', 'The channel is closed.']],
    )
  })
  it('keeps to the settings of this version, whatever an older one gave the queue', async () => {
    await boss().updateQueue('sync.push', { retryLimit: 1, heartbeatSeconds: 99 })
    await open()
    const queue = await boss().getQueue('sync.push')
    expect([queue?.retryLimit, queue?.heartbeatSeconds]).toEqual([jobSettings['sync.push'].retryLimit, 10])
  })
  it('a start that finds the settings of this version writes none', async () => {
    const written = async () => (await boss().getQueues()).map(({ name, updatedOn }) => [name, updatedOn])
    const before = await written()
    await open()
    expect(await written()).toEqual(before)
  })
})

describe('several workers', () => {
  it('open the queue at the same moment', async () => {
    await expect(Promise.all([open(), open(), open(), open()])).resolves.toHaveLength(4)
  })
  it('share the work: each job once, and a stop lets finish what runs', async () => {
    const [first, two] = [await open(), await open()]
    const done: string[] = []
    const by = new Set<Queue>()
    const started = new Set<string>()
    for (const queue of [first, two]) {
      await startWorkers(
        { ...app.services, queue },
        {
          ...nothing,
          'mail.send': async (_services, { to }) => {
            by.add(queue)
            started.add(to)
            await new Promise((resolve) => setTimeout(resolve, 100))
            done.push(to)
          },
        },
      )
    }
    const emails = Array.from({ length: 8 }, (_, i) => `${i}@x.test`)
    await boss().insert(
      'mail.send',
      emails.map((to) => ({ data: mail(to) })),
    )
    await until('both work', () => (by.size === 2 ? true : undefined))
    const stopped = first.stop()
    await until('all done', () => (done.length >= 8 ? true : undefined))
    await stopped
    await two.stop()
    expect(done.toSorted()).toEqual(emails.toSorted())
    expect((await find('mail.send')).every((job) => job.state === 'completed' && job.retryCount === 0)).toBe(true)
  })
  it('are woken when the time of a job comes that was put off, and when one is to be tried again', async () => {
    const queue = await open()
    const done: string[] = []
    await startWorkers(
      { ...app.services, queue },
      {
        ...nothing,
        'mail.send': async (_services, { to }) => {
          done.push(to)
          if (done.length === 1) throw new Error('not yet')
        },
      },
    )
    await boss().send('mail.send', mail('later@x.test'), { startAfter: 1, retryDelay: 1 })
    await until('it is done', () => done.length === 2 || undefined, 20_000)
    await queue.stop()
    expect(done).toEqual(['later@x.test', 'later@x.test'])
  })
  it('hand back on a stop what does not finish in time', async () => {
    const queue = await open()
    let began = false
    await startWorkers(
      { ...app.services, queue },
      {
        ...nothing,
        'products.judge': () => {
          began = true
          return new Promise(() => undefined)
        },
      },
    )
    await boss().send('products.judge', { organizationId: ctx.organizationId, templateId: 1 })
    await until('it runs', () => began || undefined)
    await queue.stop(500)
    expect((await find('products.judge')).map((job) => job.state)).toEqual(['retry'])
  })
  it('take over the job of a worker that was killed in its midst', async () => {
    const id = await boss().send('mail.send', mail('lost@x.test'))
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../testing/setup/hanging-worker.ts'), JSON.stringify(connection)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const exited = new Promise((resolve) => void child.once('exit', resolve))
    for await (const line of createInterface({ input: child.stdout })) {
      expect(line).toBe(`took ${id}`)
      break
    }
    child.kill('SIGKILL')
    await exited
    const silent = (seconds: number) =>
      boss()
        .getDb()
        .executeSql(`update jobs.job set heartbeat_on = jobs.job_now() - make_interval(secs => $2) where id = $1`, [
          id,
          seconds,
        ])
    const supervise = async () => {
      await boss()
        .getDb()
        .executeSql(`update jobs.queue set monitor_on = null, monitor_claim_on = null where name = 'mail.send'`)
      await boss().supervise('mail.send')
    }
    await silent(8)
    await supervise()
    expect((await find('mail.send')).map((job) => job.state)).toEqual(['active'])
    await silent(11)
    await supervise()
    expect((await find('mail.send')).map((job) => job.state)).toEqual(['retry'])
    const queue = await open()
    await queue.bringForward()
    const jobs: string[] = []
    await startWorkers(
      { ...app.services, queue },
      { ...nothing, 'mail.send': async (_services, { to }) => void jobs.push(to) },
    )
    await until('another takes it', async () =>
      (await find('mail.send'))[0]?.state === 'completed' ? true : undefined,
    )
    expect(jobs).toEqual(['lost@x.test'])
    expect((await find('mail.send')).map((job) => job.retryCount)).toEqual([1])
  })
})

describe("the organizations' role", () => {
  it('sees its own jobs only, and queues for nobody else', async () => {
    await enqueue(ctx, 'orders.pull', payload())
    await enqueue(neighbour, 'sync.push', { organizationId: neighbour.organizationId, integrationId: 2 })
    for (const table of ['jobs.job', 'jobs.job_common'] as const) {
      const seen = await ctx.db.withTables<{ [table]: { name: string } }>().selectFrom(table).select('name').execute()
      expect(seen.map((job) => job.name)).toEqual(['orders.pull'])
    }
    await expect(
      enqueue(ctx, 'sync.push', { organizationId: neighbour.organizationId, integrationId: 2 }, { key: 'forged' }),
    ).rejects.toThrow(/row-level security/)
  })
  it('neither changes nor deletes jobs', async () => {
    const jobs = ctx.db.withTables<{ 'jobs.job': { name: string } }>()
    await expect(jobs.deleteFrom('jobs.job').execute()).rejects.toThrow(/permission denied/)
    await expect(jobs.updateTable('jobs.job').set({ name: 'mail.send' }).execute()).rejects.toThrow(/permission denied/)
  })
})
