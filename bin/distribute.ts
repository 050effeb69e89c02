import { distributeCommand } from '../server/db/nodes/command.ts'
import { runAndSay } from './lib/say.ts'

await runAndSay(distributeCommand)
