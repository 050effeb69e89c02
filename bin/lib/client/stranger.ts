import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeProduct, makeSeller, makeTemplate, makeToken } from '#seed/make.ts'
import { startBackground } from '#server/features/background.ts'
import { testApp } from '#server/testing/setup/app.ts'

/** A running Motto with two products, and a stranger's empty folder with a packed package in it, installed without a network. */
export async function openStranger(pack: (into: string) => Promise<string>) {
  const app = await testApp()
  const background = await startBackground(app.services)
  const seller = await makeSeller(app.services)
  const template = await makeTemplate(seller.ctx, { name: 'Mugs' })
  await makeProduct(seller.ctx, template.id, { sku: 'MUG-1', price: 1250, quantity: 3 })
  await makeProduct(seller.ctx, template.id, { sku: 'CUP-1', quantity: 9 })
  const { secret } = await makeToken(seller.ctx)
  const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const folder = mkdtempSync(join(tmpdir(), 'motto-stranger-'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--silent', await pack(folder)]
  execFileSync('npm', install, { cwd: folder })
  return {
    app,
    seller,
    url,
    secret,
    folder,
    async stop() {
      rmSync(folder, { recursive: true })
      await background.stop()
      await app.stop()
    },
  }
}
