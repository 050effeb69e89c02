import { StartError } from '../../server/start-error.ts'

/** Runs a command on the words behind its name and prints what it says, or in one sentence why it could not. */
export async function runAndSay(command: (words: readonly string[]) => Promise<string>): Promise<void> {
  try {
    console.log(await command(process.argv.slice(2)))
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
