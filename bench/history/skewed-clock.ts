import { readFileSync } from 'node:fs'

/*
 * Loaded before a process of Motto (`node --import`): its clock is off by as many milliseconds as the file says that HISTORY_CLOCK names. It is read
 * again and again, so the clock of a running process can jump.
 */

const file = process.env['HISTORY_CLOCK']
const LOOK_MS = 250
const Real = Date
let offMs = 0

function look(): void {
  if (file) offMs = Number(readFileSync(file, 'utf8')) || 0
}

class Skewed extends Real {
  constructor(...parts: unknown[]) {
    super(...((parts.length === 0 ? [Real.now() + offMs] : parts) as [number]))
  }
  static override now(): number {
    return Real.now() + offMs
  }
}

look()
setInterval(look, LOOK_MS).unref()
globalThis.Date = Skewed as DateConstructor
