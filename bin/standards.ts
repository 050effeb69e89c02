import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkAgents } from './lib/standards/agents.ts'
import { openDoor } from './lib/standards/door.ts'
import { checkWebhooks } from './lib/standards/webhooks.ts'

/*
 * `npm run standards`: tools of those who write the standards use Motto. They are installed into a temporary folder, for which npm needs a network;
 * Motto does not depend on them.
 */

const home = mkdtempSync(join(tmpdir(), 'motto-standards-tools-'))
const door = await openDoor()
try {
  const results = [await checkWebhooks(home, door), await checkAgents(home, door)]
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await door.stop()
  rmSync(home, { recursive: true, force: true })
}
