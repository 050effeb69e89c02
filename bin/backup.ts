import { backUpCommand } from '../server/backup/command.ts'
import { runAndSay } from './say.ts'

await runAndSay(backUpCommand)
