import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

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
 * A Chromium for the tests: CHROMIUM_PATH, one that is installed, one from Debian's packages where we may install, else the one that npm brought.
 * @throws Error that says what to do when there is none
 */
export async function chromiumPath(): Promise<string> {
  const fromEnvironment = process.env['CHROMIUM_PATH']
  if (fromEnvironment && !existsSync(fromEnvironment))
    throw new Error(`CHROMIUM_PATH ${fromEnvironment} does not exist.`)
  return fromEnvironment ?? known.find((path) => existsSync(path)) ?? (await installed()) ?? (await packed())
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

/** An optional package, so the compiler may not know it. */
const packedChromium: string = '@sparticuz/chromium'

/** For Linux with an x64 processor only; unpacks itself into the temporary folder. */
async function packed(): Promise<string> {
  try {
    const { default: chromium } = (await import(packedChromium)) as { default: { executablePath(): Promise<string> } }
    return await chromium.executablePath()
  } catch (error) {
    throw new Error('The tests need Chromium, and none was found: install it, or set CHROMIUM_PATH to it.', {
      cause: error,
    })
  }
}

const lastLine = (error: unknown) => (error as Error).message.trim().split('\n').at(-1)
