import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { circlesOf, codeOf, importsOf, isSupport, isTest, readSources } from './lib/sources.ts'
import { root } from './lib/run-tool.ts'

/*
 * Measures the tree: `npm run measure`, or `npm run measure -- ebb31b8` for what it was at a commit,
 * `npm run measure -- ebb31b8 formatted` for that as the formatter would leave it. docs/measuring.md says what the numbers mean.
 */

function measure(tree: string): string[] {
  const all = [...readSources(tree)]
  const isProof = (file: string) => isTest(file) || isSupport(file)
  const sources = all.filter(([file]) => !isProof(file))
  const tests = all.filter(([file]) => isProof(file))
  const lines = sumOf(sources.map(([, text]) => linesOf(text)))
  const comments = sumOf(sources.map(([, text]) => commentLines(text)))
  const imports = sources.flatMap(([file, text]) => importsOf(file, text))
  const circles = (list: typeof imports) => circlesOf(list).map((circle) => circle.length)
  const isSource = new Set(sources.map(([file]) => file))
  const functions = readFunctions(tree, (file) => isSource.has(file))
  return [
    row('sources', `${sources.length} files, ${lines} lines`),
    row('tests and their support', `${tests.length} files, ${sumOf(tests.map(([, text]) => linesOf(text)))} lines`),
    row('lines of a source', spread(sources.map(([, text]) => linesOf(text)))),
    row('lines of a function', spread(functions.lines)),
    row('complexity of a function', spread(functions.complexity)),
    row('comments', `${((100 * comments) / lines).toFixed(1)} % of the lines`),
    row(
      'circles of imports',
      `by value ${list(circles(imports.filter((edge) => !edge.typeOnly)))}; with types ${list(circles(imports))}`,
    ),
    row(
      'files that name a field',
      `${naming(all, /\bmsrp\b/i)} (msrp), ${naming(sources, /\bmsrp\b/i)} of them sources`,
    ),
    row(
      'shared files that name a channel',
      `${naming(
        all.filter(([file]) => !/(^|\/)shopify/.test(file)),
        /shopify/i,
      )} (Shopify), ${naming(
        sources.filter(([file]) => !/(^|\/)shopify/.test(file)),
        /shopify/i,
      )} of them sources`,
    ),
  ]
}

function naming(files: [string, string][], name: RegExp): number {
  return files.filter(([file, text]) => !file.includes('/migrations/') && name.test(codeOf(text))).length
}

/** What oxlint finds with limits of nothing: all functions, with their lines (blank ones and comments aside) and branches. */
function readFunctions(tree: string, counts: (file: string) => boolean): { lines: number[]; complexity: number[] } {
  const config = join(tree, 'measure.json')
  const rules = {
    complexity: ['error', { max: 0, variant: 'modified' }],
    'max-lines-per-function': ['error', { max: 0, skipBlankLines: true, skipComments: true }],
  }
  writeFileSync(config, JSON.stringify({ plugins: [], categories: { correctness: 'off' }, rules }))
  const messages = lint(tree, config)
  const totals = { lines: [] as number[], complexity: [] as number[] }
  for (const { filename, message } of messages) {
    if (!counts(filename)) continue
    const [, lines] = /too many lines \((\d+)\)/.exec(message) ?? []
    const [, complexity] = /complexity of (\d+)/.exec(message) ?? []
    if (lines) totals.lines.push(Number(lines))
    if (complexity) totals.complexity.push(Number(complexity))
  }
  return totals
}

function lint(tree: string, config: string): { filename: string; message: string }[] {
  const parameters = ['-c', config, '--disable-nested-config', '--format=json']
  try {
    execFileSync(join(root, 'node_modules/.bin/oxlint'), parameters, { cwd: tree, maxBuffer: 1e9, stdio: 'pipe' })
    return []
  } catch (error) {
    // It ends with an error, as it found what it was asked for.
    const { stdout } = error as { stdout?: Buffer }
    if (!stdout) throw error
    return (JSON.parse(stdout.toString()) as { diagnostics: { filename: string; message: string }[] }).diagnostics
  }
}

const linesOf = (text: string) => text.trimEnd().split('\n').length
/** Lines on which nothing but a comment stands. */
function commentLines(text: string): number {
  const isBlank = (line: string) => line.trim() === ''
  const blank = text.split('\n').filter(isBlank).length
  const emptied = text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replace(/^\s*\/\/.*$/gm, '')
  return emptied.split('\n').filter(isBlank).length - blank
}

const sumOf = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
const list = (sizes: number[]) => (sizes.length > 0 ? `${sizes.length} (largest ${Math.max(...sizes)})` : '0')
const row = (name: string, value: string) => `${name.padEnd(34)}${value}`
/** Half are smaller than the median, nine of ten than the p90. */
function spread(numbers: number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return `median ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, most ${sorted.at(-1) ?? 0} (${sorted.length} of them)`
}

const [revision = 'HEAD', formatted] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'motto-measure-'))
try {
  // A commit is measured from git; today's tree too, so that only what is in the repository counts.
  const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  if (formatted)
    execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', '--vcs-enabled=false', '.'], {
      cwd: folder,
      stdio: 'pipe',
    })
  console.log(measure(folder).join('\n'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
