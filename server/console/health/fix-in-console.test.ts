import { expect, test } from 'vitest'

import { listChecks } from '#server/services/operations/launch-checklist/run-checklist.ts'

import { fixInConsole } from './fix-in-console.ts'

// The results of a run are covered by tests/console/checklist.test.ts.
test('a fix in the console leads to one of its pages, for checks that exist', () => {
	const fixes = listChecks().map(({ id }) => fixInConsole(id, 'Put it into content/site.json (docs/content.md).'))
	const linked = fixes.filter(({ link }) => link !== null)
	expect(linked.length).toBeGreaterThan(8)
	for (const { words, link } of linked)
		expect([words, link?.href]).toEqual([expect.not.stringMatching(/\.json|docs\//), expect.stringMatching(/^\/admin\//)])
})

test('a check of the server names who can fix it; one without a fault needs no words', () => {
	expect(fixInConsole('node', 'Start with "npm start".')).toEqual({
		words: expect.stringContaining('Ask the person who runs'),
		link: null,
		onServer: 'Start with "npm start".',
	})
	expect(fixInConsole('mail-spf', 'At your DNS provider, add it.').words).toBe('At your DNS provider, add it.')
	expect(fixInConsole('film', '')).toEqual({ words: '', link: null, onServer: null })
})
