import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { root, runTool } from '../run-tool.ts'

interface Manifest {
  name: string
  version: string
  private?: boolean
  scripts?: object
  devDependencies?: object
}

/** Builds the client as JavaScript with types and packs it as npm does. @returns the file that `npm install` takes */
export async function packClient(into: string): Promise<string> {
  return packed('client', into, async (folder) => {
    const { code, output } = await runTool('tsc', ['-p', 'packages/client/tsconfig.build.json', '--outDir', folder], {
      quiet: true,
    })
    if (code !== 0) throw new Error(`The client could not be built.\n${output}`)
    // The compiler leaves the names of sources in declarations.
    for (const file of globSync(join(folder, '**/*.d.ts')))
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
    return { exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } } }
  })
}

/** Bundles the command line with the client into one file, so that it needs no other package. */
export async function packCli(into: string): Promise<string> {
  return packed('cli', into, async (folder) => {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: 'packages/cli/main.ts',
        outDir: folder,
        target: 'node20',
        minify: false,
        rollupOptions: { output: { entryFileNames: 'motto.js' } },
      },
    })
    chmodSync(join(folder, 'motto.js'), 0o755)
    return { bin: { motto: './dist/motto.js' } }
  })
}

/** @param fill fills the folder `dist` and says what the manifest of a packed package adds */
async function packed(name: string, into: string, fill: (folder: string) => Promise<object>): Promise<string> {
  const source = join(root, 'packages', name)
  const stage = mkdtempSync(join(tmpdir(), `motto-${name}-`))
  try {
    mkdirSync(join(stage, 'dist'))
    const added = await fill(join(stage, 'dist'))
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest
    const { private: _, scripts: _scripts, devDependencies: _tools, ...kept } = manifest
    writeFileSync(join(stage, 'package.json'), JSON.stringify({ ...kept, ...added, files: ['dist'] }, undefined, 2))
    copyFileSync(join(source, 'README.md'), join(stage, 'README.md'))
    copyFileSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
    mkdirSync(into, { recursive: true })
    execFileSync('npm', ['pack', '--silent', '--offline', '--pack-destination', into], { cwd: stage, encoding: 'utf8' })
    return join(into, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`)
  } finally {
    rmSync(stage, { recursive: true })
  }
}
