import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDoor } from './lib/mcp/door.ts'

/*
 * `npm run mcp`: the protocol's own conformance suite and inspector use the address for AI agents. Both are installed into a temporary folder, for which
 * npm needs a network; Motto does not depend on them. What the suite finds is compared with lib/mcp/expected/.
 */

const SUITE = { name: '@modelcontextprotocol/conformance', version: '0.2.0-alpha.12', command: 'conformance' }
const INSPECTOR = { name: '@modelcontextprotocol/inspector', version: '2.12.0', command: 'mcp-inspector' }
const revisions = ['2026-07-28', '2025-11-25'] as const
type Revision = (typeof revisions)[number]

/** Each in a folder of its own, without what its dependencies would run. */
function install(into: string, { name, version, command }: typeof SUITE): string {
  const folder = join(into, command)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{}')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', `${name}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { bin } = createRequire(join(folder, 'x.js'))(`./node_modules/${name}/package.json`) as {
    bin: Record<string, string>
  }
  return join(folder, 'node_modules', name, bin[command] ?? '')
}

const run = (
  home: string,
  script: string,
  ...rest: string[]
): Promise<{ code: number; output: string; errors: string }> =>
  new Promise((resolve) => {
    const options = { cwd: home, env: { ...process.env, HOME: home }, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [script, ...rest], options, (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, output, errors }),
    )
  })

async function conforms(home: string, suite: string, url: string, revision: Revision): Promise<boolean> {
  const expected = join(import.meta.dirname, `lib/mcp/expected/${revision}.yml`)
  const folder = join(home, revision)
  const options = ['--requirements', revision, '--expected-failures', expected, '--output-dir', folder]
  const { code, output, errors } = await run(home, suite, 'server', '--url', url, ...options)
  const passed = /^Total: .*$/m.exec(output)?.[0]
  const known = readFileSync(expected, 'utf8').match(/^ {2}- /gm)?.length ?? 0
  if (code === 0 && passed) console.log(`Conformance ${revision}: ${passed}; ${known} expected failures and no other`)
  else console.error(`${output.slice(output.indexOf('=== SUMMARY'))}\n${errors}`)
  return code === 0 && passed !== undefined
}

/** What the inspector does, and what has to stand in its answer. */
const inspections: [what: string, parameters: string[], expected: string][] = [
  ['lists the tools, whose schemas it takes', ['--method', 'tools/list', '--strict'], '"find_products"'],
  [
    'calls a tool',
    ['--method', 'tools/call', '--tool-name', 'get_product', '--tool-arg', 'sku=MUG-1'],
    '"structuredContent"',
  ],
  [
    'proposes a change',
    ['--method', 'tools/call', '--tool-name', 'propose_tag_change', '--tool-arg', 'reason=A test'].concat(
      '--tool-arg',
      'skus=["MUG-1"]',
      '--tool-arg',
      'add=["inspected"]',
    ),
    '"ready"',
  ],
  ['lists the resources', ['--method', 'resources/list'], 'motto://glossary'],
  ['reads a resource', ['--method', 'resources/read', '--uri', 'motto://channels/ebay/rules'], 'mostCharacters'],
]
async function inspects(home: string, inspector: string, { url, secret }: { url: string; secret: string }) {
  let all = true
  for (const [what, parameters, expected] of inspections) {
    const target = ['--cli', url, '--transport', 'http', '--header', `Authorization: Bearer ${secret}`]
    const { code, output, errors } = await run(home, inspector, ...target, ...parameters)
    const isMet = code === 0 && output.includes(expected)
    all &&= isMet
    if (isMet) console.log(`Inspector ${what}`)
    else console.error(`The inspector failed where it ${what}:\n${output}\n${errors}`)
  }
  return all
}

const home = mkdtempSync(join(tmpdir(), 'motto-mcp-tools-'))
const [suite, inspector] = [install(home, SUITE), install(home, INSPECTOR)]
const door = await openDoor()
try {
  const results: boolean[] = []
  for (const revision of revisions) results.push(await conforms(home, suite, door.url, revision))
  results.push(await inspects(home, inspector, door.own))
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await door.stop()
  rmSync(home, { recursive: true, force: true })
}
