import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { guard } from '#domain/accounts/guards.ts'
import { queryOf } from './call.ts'
import { nowhere, outsidePages } from './outside/pages.ts'
import { parseSearch } from './search.ts'
import { sessionUser } from './session.ts'

/**
 * Two small applications behind one address. Outside: marketing and sign-in, React and a page, nothing else. Inside: router, cache,
 * components. Crossing between the two loads a new document, so nothing of one session is left for the next.
 */
async function start(root: HTMLElement) {
  const path = location.pathname.replace(/(.)\/+$/, '$1')
  const search = parseSearch(location.search)
  const detour = guard(sessionUser(), {
    path,
    search,
    wanted: location.pathname + location.search,
  })
  if (detour) return location.replace(detour.to + queryOf({ redirectTo: detour.redirectTo }))
  // Which server a channel answers to, its last part, is the operator's setting (CHN-105).
  const page = outsidePages[path.replace(/^(\/oauth\/[^/]+)\/[^/]+$/, '$1')]
  if (!page && sessionUser()) {
    const inside = await import('./inside.tsx')
    // To read the script and to draw with it are a long task each: what was pressed meanwhile is heard in between.
    await new Promise((goOn) => setTimeout(goOn))
    return inside.mount(root)
  }
  const [outside, component] = await Promise.all([import('./outside/mount.tsx'), (page ?? nowhere)()])
  outside.mount(root, component)
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void start(root)
