import { expect, test } from 'vitest'

import { listChecks } from '#server/services/operations/launch-checklist/run-checklist.ts'

import { fixInConsole } from './fix-in-console.ts'

// The results of a run are covered by tests/console/checklist.test.ts.
test('each fix in the console links to an existing page, for an existing check', () => {
	const fixes = listChecks().map(({ id }) => fixInConsole(id, 'Put it into content/site.json (docs/content.md).'))
	const linked = fixes.filter(({ link }) => link !== null)
	expect(linked.length).toBeGreaterThan(8)
	for (const { words, link } of linked)
		expect([words, link?.href]).toEqual([expect.not.stringMatching(/\.json|docs\//), expect.stringMatching(/^\/admin\//)])
})

test('a server check names who can fix it; one without a problem has no fix', () => {
	expect(fixInConsole('node', 'Start with "npm start".')).toEqual({
		words: expect.stringContaining('Ask the person who runs'),
		link: null,
		onServer: 'Start with "npm start".',
	})
	expect(fixInConsole('mail-spf', 'At your DNS provider, add it.').words).toBe('At your DNS provider, add it.')
	expect(fixInConsole('film', '')).toEqual({ words: '', link: null, onServer: null })
})
