import { expect, it } from 'vitest'
import { sentenceOf } from './problems/problem.ts'
import { referenceProblem } from './references.ts'

const policy = {
  label: 'Return Policy',
  asks: { lookup: 'policies', at: 'returnPolicies', value: 'returnPolicyId', label: ['name'] },
}
const location = { label: 'Location', asks: { lookup: 'locations', value: 'key', label: ['name'], open: 'enabled' } }
const answer = { returnPolicies: [{ returnPolicyId: '1', name: '30 days' }] }

it.each([
  ['a policy that is there', policy, '1', answer, undefined],
  ['a policy that is gone', policy, '2', answer, 'eBay no longer has this return policy. Choose another.'],
  ['no policy chosen', policy, '', answer, undefined],
  ['an answer that could not be had', policy, '2', undefined, undefined],
  ['an answer without the list', policy, '2', {}, undefined],
  [
    'an account without a policy',
    policy,
    '1',
    { returnPolicies: [] },
    'eBay no longer has this return policy. Choose another.',
  ],
  ['an id that is a number there', policy, '7', { returnPolicies: [{ returnPolicyId: 7 }] }, undefined],
  ['a location in use', location, 'home', [{ key: 'home', enabled: true }], undefined],
  ['a location that says nothing of its state', location, 'home', [{ key: 'home' }], undefined],
  [
    'a disabled location',
    location,
    'home',
    [{ key: 'home', enabled: false }],
    'This location is disabled on eBay. Choose another.',
  ],
  ['a field without options', { label: 'Brand' }, '1', answer, undefined],
])('a reference to the account is judged by what is there: %s', (_, field, id, known, sentence) => {
  const problem = referenceProblem(field, id, known)
  expect(problem && sentenceOf('ebay', problem)).toBe(sentence)
})
