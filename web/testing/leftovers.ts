import { quietMs } from '../ui/layout/on-demand.tsx'

/** Called by a stand-in: where it was called, unless a library or a test did. */
function callerOf({ stack = '' }: Error): string | undefined {
  const [, path = '', line] = /\/(web\/[\w/.-]+)(?:\?[^:]*)?:(\d+)/.exec(stack.split('\n')[2] ?? '') ?? []
  return path && !/^web\/testing\/|\.test\.tsx?$/.test(path) ? `${path}:${line}` : undefined
}

type Timer = ReturnType<typeof setTimeout>

/** Timers that are still to come. The ones of `onDemand` are set once, when a module loads. */
const timers = new Map<Timer, string | undefined>()

function watchTimers(): void {
  const { setTimeout: start, clearTimeout: stop, setInterval: repeat, clearInterval: end } = globalThis
  const replace = (name: 'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval', timer: unknown) =>
    Object.defineProperty(globalThis, name, { value: timer, configurable: true, writable: true, enumerable: true })
  replace('setTimeout', (run: (...rest: unknown[]) => void, ms?: number, ...rest: unknown[]) => {
    const timer = start(() => {
      timers.delete(timer)
      run(...rest)
    }, ms)
    timers.set(timer, ms === quietMs ? undefined : callerOf(new Error('set here')))
    return timer
  })
  replace('setInterval', (run: (...rest: unknown[]) => void, ms?: number, ...rest: unknown[]) => {
    const timer = repeat(run, ms, ...rest)
    const here = new Error('set here')
    // jsdom draws frames by an interval of its own. Were it cleared between files, jsdom would never start another.
    if (!here.stack?.split('\n')[2]?.includes('/node_modules/jsdom/')) timers.set(timer, callerOf(here))
    return timer
  })
  const forget = (clear: (timer: Timer) => void) => (timer: Timer) => {
    timers.delete(timer)
    clear(timer)
  }
  replace('clearTimeout', forget(stop))
  replace('clearInterval', forget(end))
}

/** Frames that are not drawn yet. */
const frames = new Set<number>()

function watchFrames(): void {
  const { requestAnimationFrame: request } = globalThis
  globalThis.requestAnimationFrame = (draw) => {
    const frame = request((at) => {
      frames.delete(frame)
      draw(at)
    })
    frames.add(frame)
    return frame
  }
}

type Listener = Parameters<EventTarget['addEventListener']>[1]

/** Who listens to the window and the document: by place, target and event, all functions that do. */
const listeners = new Map<string, Set<Listener>>()

function watchListeners(name: string, target: EventTarget): void {
  const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)]
  const places = new Map<Listener, string>()
  target.addEventListener = (type, listener, options) => {
    const site = callerOf(new Error('began here'))
    if (site && !(typeof options === 'object' && (options.once || options.signal))) {
      const place = `${site} listens to ${type} of the ${name}`
      places.set(listener, place)
      listeners.set(place, (listeners.get(place) ?? new Set()).add(listener))
    }
    add(type, listener, options)
  }
  target.removeEventListener = (type, listener, options) => {
    listeners.get(places.get(listener) ?? '')?.delete(listener)
    remove(type, listener, options)
  }
}

/** Libraries set these once, when they load, and those that begin with two underscores. */
const ofLibraries = ['JsBarcode', 'agStyleInjectionVersions']
const globalsNow = () =>
  new Map(
    Object.entries(Object.getOwnPropertyDescriptors(globalThis))
      .filter(([name]) => !name.startsWith('__') && !ofLibraries.includes(name))
      .map(([name, { value, get }]) => [name, (get ?? value) as unknown]),
  )
let globals = new Map<string, unknown>()
let isWatching = false

/** Begins to watch, once in a process. */
export function watch(): void {
  if (isWatching) return
  isWatching = true
  watchTimers()
  watchFrames()
  watchListeners('window', globalThis as unknown as EventTarget)
  watchListeners('document', document)
  globals = globalsNow()
}

/** @returns what the pages of a file left behind after they were unmounted: each would meet the pages of the next file */
export function leftovers(): string[] {
  const now = globalsNow()
  const changed = [...new Set([...globals.keys(), ...now.keys()])].filter(
    (name) => !Object.is(globals.get(name), now.get(name)),
  )
  return [
    ...[...timers.values()].filter((site) => site !== undefined).map((site) => `${site} set a timer that is pending`),
    // A module listens once, when it loads; a part that listens anew without letting go was not cleaned up.
    ...[...listeners].filter(([, all]) => all.size > 1).map(([place, all]) => `${place}, ${all.size} times`),
    ...changed.map((name) => `globalThis.${name} is not what it was`),
    ...[...document.body.childNodes].map((node) => `${node.nodeName} is still in the body`),
    ...[...document.body.attributes].map(({ name, value }) => `the body has ${name}="${value}"`),
  ]
}

/** Takes away what pages may leave: in a browser it stays with the document. Nothing of it reaches the next file. */
export function reset(): void {
  // Both kinds share their numbers.
  for (const timer of timers.keys()) clearTimeout(timer)
  for (const frame of frames) cancelAnimationFrame(frame)
  frames.clear()
  // What was found once is not found again in the next file.
  globals = globalsNow()
  for (const all of listeners.values()) for (const listener of [...all].slice(1)) all.delete(listener)
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
  document.title = ''
  for (const cookie of document.cookie.split('; '))
    for (const path of ['/', location.pathname]) document.cookie = `${cookie.split('=')[0]}=; path=${path}; max-age=0`
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}
