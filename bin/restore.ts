import { restoreCommand } from '../server/backup/command.ts'
import { runAndSay } from './lib/say.ts'

await runAndSay(restoreCommand)
