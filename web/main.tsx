import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import { sessionUser } from './session.ts'
import { openingAt } from './start.ts'

/**
 * Two small applications behind one address. Outside: marketing and sign-in, React and a page, nothing else. Inside: router, cache,
 * components. Crossing between the two loads a new document, so nothing of one session is left for the next.
 */
async function start(root: HTMLElement) {
  const opening = openingAt(location, sessionUser())
  if (opening === 'app') {
    const inside = await import('./inside.tsx')
    // To read the script and to draw with it are a long task each: what was pressed meanwhile is heard in between.
    await new Promise((goOn) => setTimeout(goOn))
    return inside.mount(root)
  }
  if ('detour' in opening) return location.replace(opening.detour)
  const [outside, component] = await Promise.all([import('./outside/mount.tsx'), opening.page()])
  outside.mount(root, component)
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void start(root)
