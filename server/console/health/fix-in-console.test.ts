import { expect, test } from 'vitest'

import { fixInConsole, foundInConsole } from './fix-in-console.ts'

const TECHNICAL = /[A-Z]{3,}_[A-Z]|\.json|docs\/|content\/|npm run/

test.each([
	'OPERATOR_EMAIL is not set: alerts go to the support address',
	'supportEmail in content/site.json: a@b.example; OPERATOR_EMAIL: c@d.example',
	'the offer promises it, and content/marketing/claims.json says that it is there',
	'sold as if it were there, without {mentorshipMark}: Expert mentorship',
])('%j is said without files and variables', (found) => {
	expect(foundInConsole(found)).not.toMatch(/[{}]/)
	expect(foundInConsole(found)).not.toMatch(TECHNICAL)
})

test.each(['film', 'invoices', 'examples', 'sections', 'mentorship', 'sample-texts', 'mail-login'])('%s is fixed at a page', (id) => {
	const { words, link } = fixInConsole(id, 'Put it into content/site.json (docs/content.md).')
	expect([words, link?.href]).toEqual([expect.not.stringMatching(TECHNICAL), expect.stringMatching(/^\/admin\//)])
})

test('a check of the server names who can fix it; one without a fault needs no words', () => {
	expect(fixInConsole('mode', 'Set NODE_ENV=production.')).toEqual({
		words: expect.stringContaining('Ask the person who runs'),
		link: null,
	})
	expect(fixInConsole('mail-spf', 'At your DNS provider, add it.').words).toBe('At your DNS provider, add it.')
	expect(fixInConsole('film', '')).toEqual({ words: '', link: null })
})
