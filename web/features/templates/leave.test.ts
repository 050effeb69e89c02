import { expect, it } from 'vitest'
import { leaveMs } from './leave.ts'

it('TPL-039 TPL-071 TPL-119 a message stays two seconds before the page changes, after a category one', () =>
  expect(leaveMs).toEqual({ deleted: 2000, duplicated: 2000, fromCategory: 1000 }))
