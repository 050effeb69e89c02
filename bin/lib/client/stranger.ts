import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openSandbox, judged } from '#sandbox/testing/open.ts'
import { makeProduct, makeSeller, makeTemplate, makeToken } from '#seed/make.ts'
import { startBackground } from '#server/features/background.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { openShop } from '#server/testing/shop/shop.ts'

type Pack = (into: string) => Promise<string>

/** Any number that nothing else locks. */
const PACKING_LOCK = 7_040_009

/** Packs for the first test file of a run that asks; the others take the same file. */
async function packedOnce(pack: Pack): Promise<string> {
  const folder = join(inject('shared'), pack.name)
  const lock = new pg.Client(inject('database'))
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [PACKING_LOCK])
    if (!existsSync(folder)) {
      const unfinished = `${folder}.new`
      await pack(unfinished)
      renameSync(unfinished, folder)
    }
    const [file = ''] = readdirSync(folder)
    return join(folder, file)
  } finally {
    await lock.end()
  }
}

/** An empty folder of a stranger's, with packed packages in it, installed without a network. */
async function installed(packs: readonly Pack[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'motto-stranger-'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const files: string[] = []
  for (const pack of packs) files.push(await packedOnce(pack))
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', ...files], { cwd: folder })
  return folder
}

async function running(app: TestApp) {
  const background = await startBackground(app.services)
  const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  return { url, stop: () => background.stop() }
}

/** A running Motto with two products, and a stranger who installed a package. */
export async function openStranger(pack: Pack) {
  const app = await testApp()
  const { url, stop } = await running(app)
  const seller = await makeSeller(app.services)
  const template = await makeTemplate(seller.ctx, { name: 'Mugs' })
  await makeProduct(seller.ctx, template.id, { sku: 'MUG-1', price: 1250, quantity: 3 })
  await makeProduct(seller.ctx, template.id, { sku: 'CUP-1', quantity: 9 })
  const { secret } = await makeToken(seller.ctx)
  const folder = await installed([pack])
  return {
    app,
    seller,
    url,
    secret,
    folder,
    async stop() {
      rmSync(folder, { recursive: true })
      await stop()
      await app.stop()
    },
  }
}

/** A running Motto that sells on eBay and Shopify of the sandbox, with a template for both, and a stranger who installed packages. */
export async function openSellingStranger(...packs: Pack[]) {
  const sandbox = await openSandbox(judged())
  const ports = { webhooks: await freePort(), chat: await freePort() }
  const app = await testApp({
    SANDBOX_PORT: String(sandbox.port),
    WEBHOOK_HOSTS: `127.0.0.1:${ports.webhooks}`,
  })
  const { url, stop } = await running(app)
  const shop = await openShop(app, sandbox, ['ebay', 'shopify'])
  const templateId = await shop.template({ name: 'Mugs' })
  const { secret } = await makeToken(shop.ctx)
  const folder = await installed(packs)
  return {
    app,
    shop,
    templateId,
    url,
    secret,
    folder,
    ports,
    async stop() {
      rmSync(folder, { recursive: true })
      await stop()
      await app.stop()
      await sandbox.stop()
    },
  }
}

export interface Outcome {
  code: number
  output: string
  errors: string
}
/** A shell in a folder, where each command that fails ends the script. */
export const shellIn =
  (folder: string, env: Record<string, string>) =>
  (script: string): Promise<Outcome> =>
    new Promise((resolve) => {
      execFile('sh', ['-e', '-c', script], { cwd: folder, env }, (error, output, errors) =>
        resolve({ code: error ? Number(error.code) : 0, output, errors }),
      )
    })

/** What a stranger's shell knows: where Motto is, and the installed commands. */
export const environmentOf = ({ folder, url }: { folder: string; url: string }): Record<string, string> => ({
  MOTTO_URL: url,
  HOME: folder,
  XDG_CONFIG_HOME: '',
  PATH: [join(folder, 'node_modules/.bin'), join(process.execPath, '..'), process.env.PATH ?? ''].join(':'),
})

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
