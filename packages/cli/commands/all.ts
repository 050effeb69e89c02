import type { Command } from '../command.ts'
import { accessCommands } from './access.ts'
import { accountCommands } from './accounts.ts'
import { callCommands } from './call.ts'
import { completionCommand } from './completion.ts'
import { importCommands } from './imports.ts'
import { listingCommands } from './listings.ts'
import { orderCommands } from './orders.ts'
import { productCommands } from './products.ts'
import { refundCommands } from './refunds.ts'
import { salesCommands } from './sales.ts'
import { stockCommands } from './stock.ts'
import { watchCommands } from './watch.ts'

const working = [
  ...accessCommands,
  ...productCommands,
  ...stockCommands,
  ...accountCommands,
  ...listingCommands,
  ...orderCommands,
  ...refundCommands,
  ...salesCommands,
  ...importCommands,
  ...watchCommands,
  ...callCommands,
]

/** In the order in which the help lists them. */
export const commands: readonly Command[] = [...working, completionCommand(working)]
