import { expect, test } from 'vitest'

import { changedSteps } from './changed-steps.ts'

const namesOf = (files: string[], present: string[] = []) => changedSteps(files, (file) => present.includes(file)).map(({ name }) => name)
const commandOf = (name: string, files: string[], present: string[] = []) =>
	changedSteps(files, (file) => present.includes(file)).find((step) => step.name === name)?.commands[0] ?? []

test('no change needs no step, and a document needs no type check', () => {
	expect(namesOf([])).toEqual([])
	expect(namesOf(['docs/api.md'])).toEqual(['documents', 'reference'])
})

test('a changed rule is checked in its ring and tests, and its own test runs', () => {
	const file = 'domain/refunds/evaluate-refund.ts'
	expect(namesOf([file], ['domain/refunds/evaluate-refund.test.ts'])).toEqual(['format', 'lint', 'types', 'structure', 'tests'])
	expect(commandOf('types', [file])).toEqual(expect.arrayContaining(['domain', 'tests']))
	expect(commandOf('tests', [file], ['domain/refunds/evaluate-refund.test.ts'])).toContain('domain/refunds/evaluate-refund.test.ts')
})

test('a changed contract affects both sides, and journeys are left out because they need a browser', () => {
	expect(commandOf('types', ['contracts/refunds.ts'])).toEqual(expect.arrayContaining(['contracts', 'server', 'app', 'admin']))
	expect(namesOf(['tests/e2e/journeys/refund.test.ts'], ['tests/e2e/journeys/refund.test.ts'])).not.toContain('tests')
})
