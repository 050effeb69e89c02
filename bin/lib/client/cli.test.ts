import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../run-tool.ts'
import { packCli } from './pack.ts'
import { environmentOf, openStranger, type Outcome, shellIn } from './stranger.ts'

/** The recipes of `docs/cli.md`, run by a stranger's shell with the packed command line against a running Motto. */
let stranger: Awaited<ReturnType<typeof openStranger>>
let env: Record<string, string>
beforeAll(async () => {
  stranger = await openStranger(packCli)
  const { folder, secret } = stranger
  env = environmentOf(stranger)
  writeFileSync(join(folder, 'token.txt'), `${secret}\n`)
})
afterAll(() => stranger.stop())

const page = readFileSync(join(root, 'docs/cli.md'), 'utf8')
/** The commands below a recipe's first words. */
const recipe = (begin: string) =>
  page.slice(page.indexOf(begin)).match(/```sh\n([^]*?)```/)?.[1] ?? `echo "no recipe ${begin}"; exit 1`

const sh = (script: string): Promise<Outcome> => shellIn(stranger.folder, env)(script)
const motto = () => join(stranger.folder, 'node_modules/.bin/motto')
/** What a command prints as JSON. */
const json = async <T>(command: string): Promise<T> => JSON.parse((await sh(`motto ${command} --json`)).output) as T

it('before a login nothing is possible, and a login keeps the token for its owner alone', async () => {
  expect(await sh('motto orders list')).toMatchObject({ code: 3, output: '' })
  const { code, output, errors } = await sh(recipe('## Log in'))
  expect([code, errors]).toEqual([0, ''])
  expect(output).toContain(stranger.url)
  expect(output).not.toContain(stranger.secret)
  const file = join(stranger.folder, '.config/motto/config.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: stranger.url, token: stranger.secret })
})

it('the recipe for stock from another system imports the file', async () => {
  const { output, errors } = await sh(recipe('**Take stock from another system'))
  expect(errors).toBe('')
  expect(output).toMatch(/^Updated +2$/m)
  expect(output).toMatch(/^Undo +motto undo \d+$/m)
  expect(await json('stock get MUG-1')).toEqual({ sku: 'MUG-1', available: 12, reserved: 0, onHand: 12 })
})

it('a preview of an import changes nothing', async () => {
  writeFileSync(join(stranger.folder, 'next.csv'), 'SKU,Title,Quantity\nMUG-1,Mug,5\nNEW-1,New mug,7\n')
  const { output } = await sh('motto import next.csv --template Mugs --preview')
  expect([/^Updated +1$/m.test(output), /^Created +1$/m.test(output)]).toEqual([true, true])
  expect(await json('stock get MUG-1')).toMatchObject({ available: 12 })
})

it('the recipe for what runs low lists it, for people and for programs', async () => {
  const { output } = await sh(recipe('**See what runs low'))
  expect(output.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual(['SKU', 'CUP-1', ''])
  const low = JSON.parse(readFileSync(join(stranger.folder, 'low.json'), 'utf8')) as { sku: string }[]
  expect(low.map(({ sku }) => sku)).toEqual(['CUP-1'])
})

it('the recipe for a corrected number sets it and takes it back', async () => {
  const script = recipe('**Correct a number')
  const [set = '', undo = ''] = script.split('motto undo 12')
  expect((await sh(set)).output).toMatch(/^Available +20$/m)
  const [change] = await json<{ id: number; undoUntil: string | null }[]>('changes --limit 1')
  expect(await sh(`motto undo ${change?.id}${undo}`)).toMatchObject({ code: 0 })
  expect(await json('stock get MUG-1')).toMatchObject({ available: 12 })
})

it('the recipe for an order from the phone creates it, ships it and reads it back', async () => {
  const script = recipe('**Enter an order')
  const [create = '', ship = ''] = script.split('motto orders ship')
  const created = await sh(create)
  expect(created.output).toContain('Ann Lee')
  const [order] = await json<{ id: number; number: string; state: string }[]>('orders list')
  expect(order).toMatchObject({ number: '1042', state: 'open' })
  const shipped = await sh(`motto orders ship${ship}`.replaceAll(' 41', ` ${order?.id}`))
  expect([shipped.code, shipped.output.match(/^Shipping +shipped, 1Z999$/gm)?.length]).toEqual([0, 2])
  expect(await json('stock get MUG-1')).toEqual({ sku: 'MUG-1', available: 10, reserved: 0, onHand: 10 })
})

it('the recipe for the accountant writes the file of orders', async () => {
  expect(await sh(recipe('**Export orders'))).toMatchObject({ code: 0 })
  expect(readFileSync(join(stranger.folder, 'orders.csv'), 'utf8')).toMatch(/1042/)
})

it('watching prints a change as a line', async () => {
  const watch = spawn(motto(), ['watch', 'products', '--json', '--once'], { cwd: stranger.folder, env })
  let output = ''
  watch.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(watch, 'close')
  // With `--json` it prints no hint that it waits.
  for (let price = 20; watch.exitCode === null; price += 1) await sh(`motto products set CUP-1 --price ${price}`)
  expect(await ended).toEqual([0, null])
  expect(JSON.parse(output)).toMatchObject({ sku: 'CUP-1' })
})

it('Ctrl C ends a command that waits with 130', async () => {
  const watch = spawn(motto(), ['watch'], { cwd: stranger.folder, env })
  const ended = once(watch, 'close')
  await once(watch.stderr, 'data')
  watch.kill('SIGINT')
  expect(await ended).toEqual([130, null])
})

it.each([
  ['a word that is no command', 'orders shop', 2, /There is no command "orders shop"/],
  ['an argument that is missing', 'orders ship', 2, /ORDER is missing/],
  ['an option that is not there', 'orders list --colour red', 2, /--colour/],
  ['a number that is none', 'stock set MUG-1 many', 2, /N is a whole number/],
  ['a SKU that nobody has', 'stock get NONE-1', 4, /Not found/],
  ['an order that is refused', 'orders create --source Phone --item NONE-1:1:5', 1, /NONE-1/],
  ['an import without a yes', 'import stock.csv', 2, /Add --yes/],
  ['a file that is not there', 'import none.csv', 2, /none\.csv cannot be read/],
])('%s is told on the error output with its exit code', async (_, command, code, sentence) => {
  const outcome = await sh(`motto ${command}`)
  expect([outcome.code, outcome.output]).toEqual([code, ''])
  expect(outcome.errors).toMatch(sentence)
})

it('a program gets an error as JSON', async () => {
  const { code, errors } = await sh('motto stock get NONE-1 --json')
  expect([code, JSON.parse(errors)]).toEqual([4, expect.objectContaining({ code: 'not_found', status: 404 })])
})

it('a file that others can read is not used', async () => {
  const file = '.config/motto/config.json'
  expect(await sh(`chmod 644 ${file}; motto status`)).toMatchObject({
    code: 3,
    errors: expect.stringContaining('chmod 600'),
  })
  expect(await sh(`chmod 600 ${file}; motto status`)).toMatchObject({ code: 0 })
})

it('bash completes commands, options and choices', async () => {
  const complete = (...words: string[]) =>
    `motto completion bash > c.sh; bash -c '. ./c.sh; COMP_WORDS=(motto ${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length}; _motto; echo "\${COMPREPLY[@]}"'`
  expect((await sh(complete('or'))).output).toBe('orders\n')
  expect((await sh(complete('orders', 's'))).output).toBe('ship\n')
  expect((await sh(complete('orders', 'list', '--t'))).output).toBe('--tab\n')
  expect((await sh(complete('orders', 'ship', '41', '--t'))).output).toBe('--tracking\n')
  expect((await sh(complete('completion', 'f'))).output).toBe('fish\n')
})

it('the file goes with a logout', async () => {
  expect((await sh('motto logout; motto status || echo "code $?"')).output).toMatch(/code 3/)
})
