import { expect, test } from 'vitest'

import { changedSteps } from './changed-steps.ts'

const namesOf = (files: string[], present: string[] = []) => changedSteps(files, (file) => present.includes(file)).map(({ name }) => name)
const commandOf = (name: string, files: string[], present: string[] = []) =>
	changedSteps(files, (file) => present.includes(file)).find((step) => step.name === name)?.commands[0] ?? []

test('nothing changed needs nothing; a document needs no types', () => {
	expect(namesOf([])).toEqual([])
	expect(namesOf(['docs/api.md'])).toEqual(['documents', 'reference'])
})

test('a rule is checked in its ring and its tests, and the test next to it runs', () => {
	const file = 'domain/refunds/evaluate-refund.ts'
	expect(namesOf([file], ['domain/refunds/evaluate-refund.test.ts'])).toEqual(['format', 'lint', 'types', 'house', 'tests'])
	expect(commandOf('types', [file])).toEqual(expect.arrayContaining(['domain', 'tests']))
	expect(commandOf('tests', [file], ['domain/refunds/evaluate-refund.test.ts'])).toContain('domain/refunds/evaluate-refund.test.ts')
})

test('a contract concerns both sides, and journeys need a browser, so they are left out', () => {
	expect(commandOf('types', ['contracts/refunds.ts'])).toEqual(expect.arrayContaining(['contracts', 'server', 'app', 'admin']))
	expect(namesOf(['tests/e2e/journeys/refund.test.ts'], ['tests/e2e/journeys/refund.test.ts'])).not.toContain('tests')
})
