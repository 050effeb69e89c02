import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type ESTree, type Plugin, type Rolldown } from 'vite'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** What the server checks and encodes with; the browser has the types of it, and calls by method and path. */
const serversOwn = ['summary', 'needs', 'params', 'query', 'body', 'reply', 'errors']

/**
 * Takes the schemas out of `endpoint({ … })` and tells that to make one does nothing else, so that those, and zod, are loaded only where
 * something parses with them: on the way to the inventory that is a tenth of the script.
 */
export const contractOfTheBrowser = (): Plugin => ({
  name: 'contract-of-the-browser',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/[^?]+\.ts$/ },
    handler(code) {
      const edits = this.parse(code).body.flatMap((statement) => {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        return declaration?.type === 'VariableDeclaration'
          ? declaration.declarations.flatMap(({ init }) => (init ? editsOf(init) : []))
          : []
      })
      return edits
        .sort((a, b) => a.at - b.at)
        .reduceRight((text, { at, to = at, put = '' }) => text.slice(0, at) + put + text.slice(to), code)
    },
  },
})

/**
 * Tells zod not to try whether it may turn schemas into code: our content policy forbids it, and browsers report each try. It is told inside of
 * zod, as a schema of a page may be made before anything of ours that could call `z.config`.
 */
const schemasWithoutCode = (): Plugin => ({
  name: 'schemas-without-code',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/core\.js$/ },
    handler: (code) => `${code}\nglobalConfig.jitless = true\n`,
  },
})

interface Edit {
  at: number
  to?: number
  put?: string
}

function editsOf(made: ESTree.Expression): readonly Edit[] {
  const pure = [
    { at: made.start, put: '/* @__PURE__ */ (() => (' },
    { at: made.end, put: '))()' },
  ]
  if (made.type === 'ObjectExpression' || made.type === 'ArrayExpression') return pure
  if (made.type !== 'CallExpression') return []
  const [argument] = made.callee.type === 'Identifier' && made.callee.name === 'endpoint' ? made.arguments : []
  return argument?.type === 'ObjectExpression' ? [...pure, ...argument.properties.flatMap(cut)] : pure
}

/** What is spread in is schemas, too. */
const cut = (each: ESTree.ObjectProperty | ESTree.SpreadElement): readonly Edit[] =>
  each.type === 'SpreadElement'
    ? [{ at: each.start, to: each.end, put: '...{}' }]
    : each.key.type === 'Identifier' && serversOwn.includes(each.key.name)
      ? [{ at: each.value.start, to: each.value.end, put: 'undefined' }]
      : []

/**
 * What five or more of the signed-in pages and dialogs share, as one file. Left alone it is cut into dozens, one for each set of pages that have
 * something in common: to ask for them takes a browser longer than to load them. It makes lists 20 to 35 kB larger, and a product's listings come
 * in half as many files (docs/measurements/2026-11.md). What the other half of the app has, too, stays by itself.
 */
function shared(id: string, graph: Rolldown.ChunkingContext): string | null {
  outside ??= reached(graph, join(import.meta.dirname, 'web/main.tsx'))
  // What the build itself adds, both halves need; filters and the inventory's columns are of lists alone, an order's state is of the pages of orders.
  const few = /\/web\/ui\/filters\/|\/web\/features\/inventory\/columns\/|\/domain\/orders\/intake\/list-state\./
  return id.startsWith('\0') || outside.has(id) || few.test(id) || describes(id, graph) ? null : 'shared'
}
let outside: Set<string> | undefined

/** Whether it needs what the channels' listings are made of, which lists do without. The contract needs it for schemas alone, which are taken out. */
function describes(id: string, graph: Rolldown.ChunkingContext): boolean {
  const known = described.get(id)
  if (known !== undefined) return known
  described.set(id, false)
  const isUsed =
    !id.includes('/contract/') &&
    (graph.getModuleInfo(id)?.importedIds ?? []).some(
      (importedId) => channelParts.test(importedId) || describes(importedId, graph),
    )
  described.set(id, isUsed)
  return isUsed
}
const channelParts = /\/contract\/channels\/(?!ids|names)\w+\.ts$/
const described = new Map<string, boolean>()

/** Also what is loaded later, but for the half behind the sign-in. */
function reached(graph: Rolldown.ChunkingContext, from: string, seen = new Set<string>()): Set<string> {
  if (seen.has(from) || from.endsWith('/web/inside.tsx')) return seen
  seen.add(from)
  const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(from) ?? {}
  for (const id of [...importedIds, ...dynamicallyImportedIds]) reached(graph, id, seen)
  return seen
}

/** A page inside the shell, as `web/routes` declares it. */
interface Route {
  /** Its own part of the address, such as `product/$productId` or `publish/{-$channel}`. */
  path: string
  /** Of the page that it is a part of, the key; the shell's is not among them. */
  parent: string
  /** The file of its component. */
  module: string | undefined
}

/**
 * Beside `index.html` those for whoever is signed in: `inside.html` names all that the half behind the sign-in is made of, so that a browser asks
 * for it together with the first script, and not after that has run. One for each page names that page's own files, too; `pages.json` tells the
 * server which addresses it is for.
 */
const insideDocuments = (): Plugin => {
  const routes = new Map<string, Route>()
  return {
    name: 'inside-documents',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/web\/routes\/[\w/-]+\.tsx$/ },
      async handler(code, id) {
        for (const statement of this.parse(code).body) {
          if (statement.type !== 'VariableDeclaration') continue
          for (const { id: variable, init } of statement.declarations) {
            const route = variable.type === 'Identifier' && init ? routeOf(init) : undefined
            if (variable.type !== 'Identifier' || !route) continue
            const module = route.module && (await this.resolve(route.module, id))?.id
            routes.set(`${id} ${variable.name}`, { ...route, parent: `${id} ${route.parent}`, module })
          }
        }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const chunkOf = (module: string | undefined) =>
          chunks.find(
            ({ facadeModuleId, moduleIds }) => module && (facadeModuleId === module || moduleIds.includes(module)),
          )
        const index = bundle['index.html']
        const inside = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/web/inside.tsx'))
        if (index?.type !== 'asset' || !inside) return this.error('There is no index.html or no inside.tsx.')
        const html = String(index.source)
        const shell = [...madeOf(inside, bundle)].filter((file) => !html.includes(`"/${file}"`))
        const emit = (fileName: string, own: readonly string[]) =>
          this.emitFile({
            type: 'asset',
            fileName,
            source: html.replace('  </head>', `${[...shell.map(included), ...own.map(ahead)].join('')}  </head>`),
          })
        emit('inside.html', [])
        const pages = new Map<string, string[]>()
        // A page has the address of its first tab: that stands after it, and has more.
        for (const route of routes.values()) {
          const [paths, modules] = upFrom(route, routes)
          const files = modules.flatMap((module) => {
            const chunk = chunkOf(module)
            return chunk ? [...madeOf(chunk, bundle)] : []
          })
          const own = [...new Set(files)].filter((file) => !shell.includes(file) && !html.includes(`"/${file}"`))
          if (own.length > 0) pages.set(patternOf(paths.join('/')), own)
        }
        // An address of words alone goes before one that any word fits.
        const words = (pattern: string) => pattern.replaceAll(/\[\^\/\]\+/g, '').length
        const listed = [...pages].sort(([a], [b]) => words(b) - words(a))
        listed.forEach(([, own], n) => emit(`inside-${n}.html`, own))
        const table = listed.map(([pattern], n) => [pattern, `inside-${n}.html`])
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(table) })
      },
    },
  }
}

const included = (file: string) =>
  `    <link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}">\n`

/** Of the page alone: after what draws the shell, and nothing waits for it. */
const ahead = (file: string) =>
  `    <link rel="${file.endsWith('.css') ? 'preload" as="style' : 'modulepreload'}" fetchpriority="low" crossorigin href="/${file}">\n`

/** `createRoute({ path, getParentRoute: () => parent, component: lazyRouteComponent(() => import(module)) })` */
function routeOf(made: ESTree.Expression): Route | undefined {
  if (made.type !== 'CallExpression' || made.callee.type !== 'Identifier' || made.callee.name !== 'createRoute') return
  const [argument] = made.arguments
  if (argument?.type !== 'ObjectExpression') return
  const named = (name: string) =>
    argument.properties.flatMap((each) =>
      each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name ? [each.value] : [],
    )[0]
  const path = named('path')
  const parent = named('getParentRoute')
  const component = named('component')
  if (path?.type !== 'Literal' || typeof path.value !== 'string') return
  const lazily = component?.type === 'CallExpression' ? component.arguments[0] : undefined
  const imported = lazily?.type === 'ArrowFunctionExpression' ? lazily.body : undefined
  const source = imported?.type === 'ImportExpression' ? imported.source : undefined
  return {
    path: path.value,
    parent: parent?.type === 'ArrowFunctionExpression' && parent.body.type === 'Identifier' ? parent.body.name : '',
    module: source?.type === 'Literal' ? String(source.value) : undefined,
  }
}

/** The paths and the files of a page and of those that it is a part of, from the outermost on. */
function upFrom(route: Route, all: ReadonlyMap<string, Route>): [paths: string[], modules: (string | undefined)[]] {
  const parent = all.get(route.parent)
  const [paths, modules] = parent ? upFrom(parent, all) : [[], []]
  return [
    [...paths, ...route.path.split('/').filter(Boolean)],
    [...modules, route.module],
  ]
}

const patternOf = (path: string) =>
  `^/${path.replaceAll(/\/?\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+')}/?$`

/** The files of a chunk and of all that it imports at once, styles first, in the order in which they apply. */
function madeOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()): Set<string> {
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk' && !seen.has(name)) madeOf(imported, bundle, seen)
  }
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet)
  return seen.add(chunk.fileName)
}

export default defineConfig({
  root: 'web',
  plugins: [react({ compiler: true }), contractOfTheBrowser(), schemasWithoutCode(), insideDocuments()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy allows no inline script or data: font, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\// },
            { name: 'zod', test: /node_modules\/zod\// },
            // What both halves of the app draw with; apart, so that the sign-in page does not get the contract's schemas along with it.
            {
              name: 'base',
              test: /\/web\/(call|search|session|ui\/\w+\/(logo|icons?|page-meta|channel-(mark|signs)))\.|vite\/preload-helper/,
            },
            { name: 'descriptions', test: channelParts, includeDependenciesRecursively: false },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
            { name: shared, debugName: 'shared', minShareCount: 5 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '^/api/': api, '^/media/': api } },
})
