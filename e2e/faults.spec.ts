import { afterAll, beforeAll } from 'vitest'
import { faultsSuite } from './support/faults-suite.ts'
import type { Motto } from './support/motto.ts'
import { ownMotto } from './support/running.ts'
import { type Story, begin } from './support/story.ts'

let motto: Motto
let story: Story
beforeAll(async () => {
  motto = await ownMotto()
  story = await begin(motto)
})
afterAll(() => motto?.stop())

faultsSuite(() => story)
