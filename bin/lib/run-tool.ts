import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface ToolRun {
  code: number
  /** Everything it said, where `quiet` kept it. */
  output: string
}

/** Runs an installed tool by the name of its command. @param quiet keeps what it says instead of showing it */
export async function runTool(
  name: string,
  parameters: string[],
  o: { quiet?: boolean; env?: NodeJS.ProcessEnv; signal?: AbortSignal } = {},
): Promise<ToolRun> {
  const child = spawn(`${root}node_modules/.bin/${name}`, parameters, {
    cwd: root,
    stdio: ['ignore', o.quiet ? 'pipe' : 'inherit', o.quiet ? 'pipe' : 'inherit'],
    env: { ...process.env, ...o.env },
    ...(o.signal && { signal: o.signal, killSignal: 'SIGKILL' as const }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.on('error', (error) => o.signal?.aborted || console.error(error))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, output }
}
