import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commands } from './commands/all.ts'
import { access, motto as runMotto, ok, token } from './testing/motto.ts'

const folder = mkdtempSync(join(tmpdir(), 'motto-cli-'))
const file = join(folder, 'config.json')
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command whose login is in the file of these tests. */
const motto: typeof runMotto = (line, more) => runMotto(line, { ...more, env: { MOTTO_CONFIG: file, ...more?.env } })

describe('every command', () => {
  it.each(commands.map((command) => [command.name, command] as const))('%s explains itself', async (name, command) => {
    const { code, output } = await motto(`${name} --help`)
    expect(code).toBe(0)
    for (const option of Object.keys(command.options ?? {})) expect(output).toContain(`--${option}`)
    for (const argument of command.arguments ?? []) expect(output).toContain(argument.name)
    expect(Math.max(...output.split('\n').map((text) => text.length))).toBeLessThanOrEqual(120)
  })
  it('is in the overview and in the completion of each shell', async () => {
    const { output } = await motto('--help')
    for (const { name } of commands) expect(output).toContain(`motto ${name}`)
    for (const shell of ['bash', 'zsh', 'fish'])
      for (const word of commands.flatMap(({ name }) => name.split(' ')))
        expect((await motto(`completion ${shell}`)).output).toContain(word)
  })
  it('takes no token on the command line', () => {
    const options = commands.flatMap((command) => Object.keys(command.options ?? {}))
    expect(options.filter((name) => /token|password|secret/.test(name))).toEqual([])
  })
})

describe('what is printed', () => {
  const row = {
    id: 1,
    sku: 'A\u001b[2J\u009b1',
    title: 'Mug\n\u202egum',
    price: 1,
    quantity: 2,
    reservedQuantity: 0,
    templateName: 'T',
  }
  it('for people has no characters that steer the terminal', async () => {
    const { output } = await motto('products list', { env: access, answers: [ok({ data: [row], items: 1 })] })
    expect(output).toBe(`SKU    TITLE    PRICE  AVAILABLE  RESERVED  TEMPLATE
A[2J1  Mug gum   1.00          2         0  T
`)
  })
  it('for programs is JSON with the same texts, escaped', async () => {
    const { output } = await motto('products list --json', { env: access, answers: [ok({ data: [row], items: 1 })] })
    expect(['\u001b', '\u009b'].filter((character) => output.includes(character))).toEqual([])
    expect(JSON.parse(output)).toEqual([row])
  })
  it('of an error names the wrong fields', async () => {
    const body = {
      success: false,
      data: null,
      code: 'invalid_input',
      message: 'Wrong.',
      fields: { since: 'Enter a day.' },
    }
    const { code, errors, output } = await motto('orders list', {
      env: access,
      answers: [Response.json(body, { status: 400 })],
    })
    expect([code, errors, output]).toEqual([1, 'motto: Wrong.\n  since: Enter a day.\n', ''])
  })
})

describe('address and token', () => {
  it('of a login are kept in a file for its owner alone, after they were tried', async () => {
    const { code, output, sent } = await motto('login --url https://motto.example.com', {
      input: `${token}\n`,
      answers: [ok({ displayName: 'Fine Mugs' })],
    })
    expect([code, output.includes(token)]).toEqual([0, false])
    expect(sent[0]?.authorization).toBe(`Bearer ${token}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: 'https://motto.example.com', token })
  })
  it('of a login that Motto refuses are not kept', async () => {
    rmSync(file, { force: true })
    const refusal = { success: false, data: null, code: 'invalid_token', message: 'This API token is invalid.' }
    const { code } = await motto('login --url https://motto.example.com', {
      reply: token,
      answers: [Response.json(refusal, { status: 401 })],
    })
    expect(code).toBe(3)
    expect((await motto('status')).errors).toMatch(/not logged in/)
  })
  it('of the file go to the address that they are of, and to no other', async () => {
    writeFileSync(file, JSON.stringify({ url: 'https://motto.example.com', token }), { mode: 0o600 })
    const { code, sent } = await motto('orders list', { env: { MOTTO_URL: 'https://elsewhere.example' } })
    expect([code, sent]).toEqual([3, []])
    expect((await motto('orders list', { env: { MOTTO_TOKEN: token } })).code).toBe(3)
    expect((await motto('orders list', { answers: [ok([])] })).sent[0]?.url).toMatch(/^https:\/\/motto\.example\.com\//)
  })
  it('of a damaged file are asked for anew', async () => {
    writeFileSync(file, '{', { mode: 0o600 })
    expect((await motto('status')).errors).toMatch(/damaged/)
  })
})

describe('the stock of a variation', () => {
  const product = {
    id: 7,
    version: 3,
    sku: 'SHIRT',
    quantity: 5,
    reservedQuantity: 0,
    variations: [
      { id: 1, name: 'S', sku: 'SHIRT-S', quantity: 2, reservedQuantity: 1 },
      { id: 2, name: 'M', sku: 'SHIRT-M', quantity: 3, reservedQuantity: 0 },
    ],
  }
  const conflict = {
    changeSetId: null,
    saved: [],
    failed: [{ id: 7, code: 'edit_conflict', message: 'Changed.', fields: {} }],
  }
  it('is set again when somebody saved the product meanwhile', async () => {
    const read = () => [ok({ id: 7 }), ok(product)]
    const saved = { changeSetId: 9, saved: [{ id: 7, version: 4 }], failed: [] }
    const { code, output } = await motto('stock set SHIRT-S 2 --json', {
      env: access,
      answers: [...read(), ok(conflict), ...read(), ok(saved), ...read()],
    })
    expect(code).toBe(0)
    expect(JSON.parse(output)).toEqual({ sku: 'SHIRT-S', available: 2, reserved: 1, onHand: 3, changeSetId: 9 })
  })
})
