import { execFileSync } from 'node:child_process'
import { root } from './run-tool.ts'

const git = (...parameters: string[]): string[] =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    .split('\0')
    .filter(Boolean)

const MAIN = 'main'

/** What a branch has that `main` has not; on `main` itself, what is not committed yet. */
export function defaultBase(): string {
  const [branch = ''] = git('branch', '--show-current').map((line) => line.trim())
  return branch === MAIN || git('branch', '--list', MAIN).length === 0 ? 'HEAD' : MAIN
}

/**
 * Paths that differ from where this tree left `base`, with what is not committed and what git does not know yet. Of a file that was moved or
 * removed its old path is among them.
 * @throws Error when git does not know `base`
 */
export function changedSince(base: string): string[] {
  const [fork = base] = git('merge-base', base, 'HEAD').map((line) => line.trim())
  const differing = git('diff', '--name-only', '--no-renames', '-z', fork)
  const unknown = git('ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set([...differing, ...unknown])].toSorted()
}
