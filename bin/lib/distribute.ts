import { distributeCommand } from '../../server/db/nodes/command.ts'
import { runAndSay } from './say.ts'

await runAndSay(distributeCommand)
