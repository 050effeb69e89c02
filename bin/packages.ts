import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientFiles } from './lib/client/generate.ts'
import { packCli, packClient } from './lib/client/pack.ts'
import { root } from './lib/run-tool.ts'

/*
 * `node bin/packages.ts` writes what the client knows of the contract. `node bin/packages.ts pack` packs client and command line for npm into `dist/packages`.
 */

const [command] = process.argv.slice(2)
if (command === 'pack') {
  const into = join(root, 'dist/packages')
  console.log(`${await packClient(into)}\n${await packCli(into)}`)
} else if (command === undefined) {
  const folder = join(root, 'packages/client/generated')
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(await clientFiles())) writeFileSync(join(folder, name), text)
} else {
  console.error('Usage: node bin/packages.ts [pack]')
  process.exitCode = 2
}
