import { distributeCommand } from '../db/nodes/command.ts'
import { StartError } from '../start-error.ts'

/** `node server/cli/distribute.ts`: spreads organizations over the nodes of a database. */
try {
  console.log(await distributeCommand(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
