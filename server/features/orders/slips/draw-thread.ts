import { parentPort, workerData } from 'node:worker_threads'
import type { Slip } from '#domain/orders/slips/slip.ts'
import { type About, SlipPrinter } from './print.ts'

/* The thread of `drawing.ts`: draws each slip that it is sent, ends the document at null, and answers with the bytes made so far. */

const printer = SlipPrinter.open(workerData as About)

parentPort?.on('message', async (slip: Slip | null) => {
  const opened = await printer
  if (slip) opened.print(slip)
  else await opened.end()
  parentPort?.postMessage(opened.take())
})
