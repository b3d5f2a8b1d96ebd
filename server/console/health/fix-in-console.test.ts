import { expect, test } from 'vitest'

import { listChecks } from '#server/services/operations/launch-checklist/run-checklist.ts'

import { toConsoleFix } from './fix-in-console.ts'

// tests/console/checklist.test.ts covers the results of a run.
test('each fix in the console links to an existing page, for an existing check', () => {
	const fixes = listChecks().map(({ id }) => toConsoleFix(id, 'Put it into content/site.json (docs/content.md).'))
	const linked = fixes.filter(({ link }) => link !== null)
	expect(linked.length).toBeGreaterThan(8)
	for (const { words, link } of linked)
		expect([words, link?.href]).toEqual([expect.not.stringMatching(/\.json|docs\//), expect.stringMatching(/^\/admin\//)])
})

test('a server check names who can fix it; one without a problem has no fix', () => {
	expect(toConsoleFix('node', 'Start with "npm start".')).toEqual({
		words: expect.stringContaining('Ask the person who runs'),
		link: null,
		onServer: 'Start with "npm start".',
	})
	expect(toConsoleFix('mail-spf', 'At your DNS provider, add it.').words).toBe('At your DNS provider, add it.')
	expect(toConsoleFix('film', '')).toEqual({ words: '', link: null, onServer: null })
})

test('the welcome video and the support email are linked where they are set', () => {
	expect(toConsoleFix('film', 'x').link?.href).toBe('/admin/settings/site-pages#f-welcomeVideo')
	expect(toConsoleFix('examples', 'x').link?.href).toBe('/admin/settings/contact#f-supportEmail')
})
