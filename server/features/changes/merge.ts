import type { mergeAttributes, previewMerge } from '#contract/products/merging.ts'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { readMerge } from '../templates/merging.ts'
import { lookAt } from './preview.ts'
import * as queries from './queries.ts'
import { enqueueRun } from './run.ts'
import { get } from './service.ts'
import { merged } from './work.ts'

type Asked = HandlerInput<typeof mergeAttributes>['body']

const productsOf = (templateId: number) => ({ filter: { templateIds: [templateId] }, except: [] })

/** Begins to merge two attributes in all products of a template, as a job. @throws not_found, invalid_input */
export async function merge(ctx: Ctx, input: Asked): Promise<HandlerReply<typeof mergeAttributes>> {
  const work = await readMerge(ctx, input)
  const id = await inTransaction(ctx, async (ctx) => {
    const id = await queries.insertSet(ctx, {
      kind: 'bulk',
      title: `Merged attribute ${work.source} into ${work.target}`,
      state: 'waiting',
      work: { do: 'merge', ...work },
      selection: productsOf(work.templateId),
      collected: false,
    })
    await enqueueRun(ctx, id)
    return id
  })
  return get(ctx, id)
}

/** What a merge would change. @throws not_found, invalid_input */
export async function preview(ctx: Ctx, input: Asked): Promise<HandlerReply<typeof previewMerge>> {
  const effects = { filled: 0, replaced: 0, emptied: 0 }
  const plan = merged(await readMerge(ctx, input), (effect) => {
    effects[effect] += 1
  })
  return { ...(await lookAt(ctx, productsOf(input.templateId), plan)), ...effects }
}
