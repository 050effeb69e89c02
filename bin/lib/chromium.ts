import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { root } from './run-tool.ts'

const run = promisify(execFile)
const INSTALL_MS = 300_000

const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * A Chromium as people have it, for the benchmarks: CHROMIUM_PATH, one that is installed, one from Debian's packages where we may install, else the
 * one that npm brought.
 * @throws Error that says what to do when there is none
 */
export async function chromiumPath(): Promise<string> {
  return fromEnvironment() ?? known.find((path) => existsSync(path)) ?? (await installed()) ?? (await packedOrThrow())
}

/**
 * The Chromium of the tests: CHROMIUM_PATH, or the one that npm brought, where it runs. It has no window, and draws a page for half the processor
 * time of Debian's. All who test have the same version.
 * @throws Error that says what to do when there is none
 */
export async function testChromiumPath(): Promise<string> {
  const first = fromEnvironment() ?? (await runnable())
  if (first) return first
  const other = await chromiumPath()
  // Debian's package has brought the libraries that it needs.
  return (await runnable()) ?? other
}

function fromEnvironment(): string | undefined {
  const path = process.env['CHROMIUM_PATH']
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH ${path} does not exist.`)
  return path
}

async function installed(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.error('Installing Chromium for the tests…')
  const apt = (...words: string[]) =>
    run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...words], {
      timeout: INSTALL_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    await apt('update')
    await apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation')
  } catch (error) {
    console.error(`Debian's Chromium cannot be installed (${lastLine(error)}).`)
  }
  return known.find((path) => existsSync(path))
}

/** The packed Chromium, where this system has the libraries that it needs. */
async function runnable(): Promise<string | undefined> {
  const path = await packed()
  return (
    path &&
    run(path, ['--version']).then(
      () => path,
      () => undefined,
    )
  )
}

async function packedOrThrow(): Promise<string> {
  const path = await packed()
  if (!path) throw new Error('The tests need Chromium, and none was found: install it, or set CHROMIUM_PATH to it.')
  return path
}

/** Unpacks the one that npm brought, once for each version. It is for Linux with an x64 processor only. */
async function packed(): Promise<string | undefined> {
  const folder = join(root, 'node_modules/@sparticuz/chromium')
  const archive = join(folder, 'bin/chromium.br')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(archive)) return undefined
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const target = join(root, 'node_modules/.cache/chromium', version)
  if (existsSync(target)) return target
  mkdirSync(join(target, '..'), { recursive: true })
  // Beside it, then renamed: whoever starts it at the same time never has half of it.
  const part = `${target}.${process.pid}`
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(part, { mode: 0o755 }))
  renameSync(part, target)
  return target
}

const lastLine = (error: unknown) => (error as Error).message.trim().split('\n').at(-1)
