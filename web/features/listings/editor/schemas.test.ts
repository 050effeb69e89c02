import { describe, expect, it } from 'vitest'
import { addProblem, firstSchema, move, remove, renameProblem } from './schemas.ts'

const schema = (id: string, name: string) => ({ id, name, details: '' })
const three = [schema('a', 'Used'), schema('b', 'New'), schema('c', 'Parts')]
const ids = (schemas: { id: string }[]) => schemas.map((s) => s.id).join('')

describe('the schemas of a listing template', () => {
  it('LST-037 begin with one named "Default"', () =>
    expect(firstSchema({ title: '' })).toEqual({ id: 'default', name: 'Default', details: '', title: '' }))
  it('LST-043 none is added under an empty or known name', () => {
    expect(addProblem(three, ' used ')).toBe('Schema with name "used" already exists.')
    expect(addProblem(three, '')).toBe('Schema with name "" already exists.')
    expect(addProblem(three, 'Refurbished')).toBeUndefined()
  })
  it('LST-044 LST-045 none is renamed to nothing or to the name of another', () => {
    expect(renameProblem(three, 'a', ' ')).toBe('Name can not be empty')
    expect(renameProblem(three, 'a', 'new')).toBe('Name already exists')
    expect(renameProblem(three, 'a', 'USED')).toBeUndefined()
  })
  it('LST-040 LST-041 move to the left and to the right, not beyond the ends', () => {
    expect(ids(move(three, 'b', -1))).toBe('bac')
    expect(ids(move(three, 'b', 1))).toBe('acb')
    expect(ids(move(three, 'a', -1))).toBe('abc')
    expect(ids(move(three, 'c', 1))).toBe('abc')
  })
  it('LST-042 LST-048 go, but the last one stays', () => {
    expect(ids(remove(three, 'b'))).toBe('ac')
    expect(ids(remove([schema('a', 'Used')], 'a'))).toBe('a')
  })
})
