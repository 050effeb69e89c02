import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root, runTool } from './run-tool.ts'
import { licenseTexts } from './third-party.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** The two above it take ten times as long for a hundredth. */
const BROTLI_QUALITY = 9
const WORTHWHILE_BYTES = 512

/** Everything that the built web application is made of. */
const sources = ['web', 'contract', 'domain', 'package.json', 'package-lock.json', 'vite.config.ts']
const target = join(root, 'dist/web')
const stamp = join(root, 'dist/web.stamp')

/** Builds the web application unless it stands as its sources say. What `bin/pack.ts` made has no sources. */
export async function buildWeb(): Promise<void> {
  if (!existsSync(join(root, 'web')) && existsSync(join(target, 'index.html'))) return
  const current = fingerprint()
  if (existsSync(join(target, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
  console.error('Building the web application…')
  // Beside, then swapped: whoever serves the old one never sees half of the new.
  const fresh = `${target}.${process.pid}`
  // Said here, because tests, which set something else, also start Motto.
  const env = { NODE_ENV: 'production' }
  const { code, output } = await runTool('vite', ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], {
    quiet: true,
    env,
  })
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    console.error(`${output}\nThe web application could not be built.`)
    process.exit(1)
  }
  writeFileSync(join(fresh, 'third-party-licenses.txt'), licenseTexts())
  await compressAll(fresh)
  swap(fresh)
  writeFileSync(stamp, current)
}

/** Beside each file its smaller forms, so that no request waits for them to be made. */
async function compressAll(folder: string): Promise<void> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|svg|txt)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      // What names the form costs more than a tiny file could save.
      if (content.length < WORTHWHILE_BYTES) return
      const [br, gz] = await Promise.all([
        brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
        gzipped(content, { level: 9 }),
      ])
      writeFileSync(`${file}.br`, br)
      writeFileSync(`${file}.gz`, gz)
    }),
  )
}

function swap(fresh: string): void {
  const old = `${fresh}.old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(fresh, target)
  rmSync(old, { recursive: true, force: true })
}

/** Of names and contents: a checkout changes times, not what is built. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  if (!existsSync(join(root, path))) return []
  if (path.includes('.')) return [path]
  return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name) && !/node_modules|\.vite/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .toSorted()
}
