import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMotto } from '../e2e/support/motto.ts'
import { type Row, ms, percentile } from './kit/report.ts'

const STARTS = 5

/** From `npm start` to ready, less npm itself, on a folder that is already there; and the memory of the app's process when idle. */
export async function benchStart(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'motto-bench-start-'))
  const motto = await startMotto({ DATA_DIR: dataDir }, 'bin/run start', 'sh')
  await motto.stop()
  const took: number[] = []
  let memory = 0
  for (let n = 0; n < STARTS; n += 1) {
    const began = performance.now()
    await motto.start()
    took.push(performance.now() - began)
    memory = residentMegabytes(motto.pid())
    await motto.stop()
  }
  rmSync(dataDir, { recursive: true, force: true })
  return [
    {
      benchmark: 'start, command to ready',
      ours: `p50 ${ms(percentile(took, 0.5))}, slowest ${ms(Math.max(...took))}`,
      floor: '',
      ratio: '',
      goal: '≤ 1500 ms',
    },
    {
      benchmark: 'memory of the app process, just started',
      ours: memory ? `${memory} MB` : 'not known on this system',
      floor: '',
      ratio: '',
      goal: '≤ 150 MB',
    },
  ]
}

/** Linux only; 0 elsewhere. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
