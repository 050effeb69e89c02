import { expect, it } from 'vitest'
import { switched } from './settings.ts'

const off = { list: false, sync: false, syncQuantity: false }

it.each([
  ['LST-064 List on sets list', off, { list: true }, { list: true, sync: false, syncQuantity: true }],
  [
    'List on keeps the quantity in step unless somebody says otherwise',
    off,
    { list: true, sync: false, syncQuantity: false },
    { list: true, sync: false, syncQuantity: false },
  ],
  [
    'what somebody switched off stays off when it is listed again',
    { list: true, sync: false, syncQuantity: false },
    { list: true },
    { list: true, sync: false, syncQuantity: false },
  ],
  [
    'Sync Quantity off is off',
    { list: true, sync: false, syncQuantity: true },
    { syncQuantity: false },
    { list: true, sync: false, syncQuantity: false },
  ],
  ['LST-065 List off clears sync', { list: true, sync: true, syncQuantity: false }, { list: false }, off],
  ['LST-066 List off clears syncQuantity', { list: true, sync: false, syncQuantity: true }, { list: false }, off],
  [
    'LST-068 LST-073 Sync on switches List on with it',
    off,
    { sync: true },
    { list: true, sync: true, syncQuantity: false },
  ],
  [
    'LST-069 Sync on turns syncQuantity off',
    { list: true, sync: false, syncQuantity: true },
    { sync: true },
    { list: true, sync: true, syncQuantity: false },
  ],
  [
    'LST-070 Sync off leaves List as it is',
    { list: true, sync: true, syncQuantity: false },
    { sync: false },
    { list: true, sync: false, syncQuantity: true },
  ],
  [
    'LST-075 Sync Quantity needs List on and turns Sync off',
    { list: true, sync: true, syncQuantity: false },
    { syncQuantity: true },
    { list: true, sync: false, syncQuantity: true },
  ],
  ['LST-067 Sync cannot stay on without List', off, { list: false, sync: true }, off],
])('%s', (_title, now, change, then) => expect(switched(now, change)).toEqual(then))
