import type { MakeSimulator, SimContext } from './kit/simulator.ts'

interface Entry { name: string; make: MakeSimulator; app: Omit<SimContext['app'], 'redirectUri'> }

/** Every channel that the sandbox plays, by its id; the app that is registered there unless the environment names another. */
export const registry: Record<string, Entry> = {
}
