import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Door } from './door.ts'
import { commandOf, install, run } from './tools.ts'

const revisions = ['2026-07-28', '2025-11-25'] as const
type Revision = (typeof revisions)[number]

/** The Model Context Protocol's own conformance suite and inspector use the address for AI agents. What the suite finds is compared with expected/. */
export async function checkAgents(home: string, door: Door): Promise<boolean> {
  const suite = install(home, { name: '@modelcontextprotocol/conformance', version: '0.2.0-alpha.12' })
  const inspector = install(home, { name: '@modelcontextprotocol/inspector', version: '2.12.0' })
  const results: boolean[] = []
  for (const revision of revisions)
    results.push(await conforms(home, commandOf(suite, 'conformance'), door.agents, revision))
  results.push(await inspects(home, commandOf(inspector, 'mcp-inspector'), door))
  return results.every(Boolean)
}

async function conforms(home: string, suite: string, url: string, revision: Revision): Promise<boolean> {
  const expected = join(import.meta.dirname, `expected/${revision}.yml`)
  const options = ['--requirements', revision, '--expected-failures', expected, '--output-dir', join(home, revision)]
  const { code, output, errors } = await run(home, suite, 'server', '--url', url, ...options)
  const total = /^Total: .*$/m.exec(output)?.[0]
  const known = readFileSync(expected, 'utf8').match(/^ {2}- /gm)?.length ?? 0
  if (code === 0 && total) console.log(`Conformance ${revision}: ${total}; ${known} expected failures and no other`)
  else console.error(`${output.slice(output.indexOf('=== SUMMARY'))}\n${errors}`)
  return code === 0 && total !== undefined
}

const call = (tool: string, ...input: string[]) => [
  '--method',
  'tools/call',
  '--tool-name',
  tool,
  ...input.flatMap((pair) => ['--tool-arg', pair]),
]
/** What the inspector does, and what has to stand in its answer. */
const inspections: [what: string, parameters: string[], expected: string][] = [
  ['lists the tools, whose schemas it accepts', ['--method', 'tools/list', '--strict'], '"find_products"'],
  ['calls a tool', call('get_product', 'sku=MUG-1'), '"structuredContent"'],
  ['proposes a change', call('propose_tag_change', 'reason=A test', 'skus=["MUG-1"]', 'add=["inspected"]'), '"ready"'],
  ['lists the resources', ['--method', 'resources/list'], 'motto://glossary'],
  ['reads a resource', ['--method', 'resources/read', '--uri', 'motto://channels/ebay/rules'], 'mostCharacters'],
]
async function inspects(home: string, inspector: string, { url, secret }: Door): Promise<boolean> {
  let all = true
  for (const [what, parameters, expected] of inspections) {
    const target = ['--cli', `${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${secret}`]
    const { code, output, errors } = await run(home, inspector, ...target, ...parameters)
    const isMet = code === 0 && output.includes(expected)
    all &&= isMet
    if (isMet) console.log(`Inspector ${what}`)
    else console.error(`The inspector failed where it ${what}:\n${output}\n${errors}`)
  }
  return all
}
