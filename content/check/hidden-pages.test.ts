import { dirname } from 'node:path'
import { expect, test } from 'vitest'

import { readContentFolder } from '#content/read-sources.server.ts'

import { checkLinksToHidden, replaceLinksToHidden, listHiddenPages } from './hidden-pages.ts'

const sources = readContentFolder(dirname(import.meta.dirname))
const textOf = (file: string) => sources.get(file) ?? ''
const messagesIn = (file: string, text: string, ...hidden: Parameters<typeof checkLinksToHidden>[2]) =>
	checkLinksToHidden(file, text, hidden).map(({ message }) => message)
const fix = 'which is turned off. Change the link, or turn the page on.'

test.each([
	{
		what: 'a button',
		file: 'marketing/home.json',
		text: '{ "primary": { "label": "Start Now", "href": "/hustler-quiz" } }',
		words: '“Start Now”',
	},
	{
		what: 'a sentence of an email',
		file: 'lifecycle.json',
		text: '{ "body": "Try [the quiz](/hustler-quiz) today." }',
		words: '“the quiz”',
	},
	{
		what: 'a sentence of an article',
		file: 'articles/a.md',
		text: '---\ntitle: A\n---\nTry [the quiz](/hustler-quiz).\n',
		words: 'The link',
	},
	{
		what: 'a resource of a lesson',
		file: 'course/module-1/lessons/a.md',
		text: '---\nlink: /hustler-quiz\n---\nText\n',
		words: 'The link',
	},
])('$what that leads to a hidden page is reported', ({ file, text, words }) => {
	expect(messagesIn(file, text, 'hustler-quiz')).toEqual([`${words} leads to /hustler-quiz, ${fix}`])
	expect(messagesIn(file, text, 'careers')).toEqual([])
	expect(messagesIn(file, text)).toEqual([])
})

test('links to pages below a hidden one count, those in texts of the page itself don’t', () => {
	const link = '{ "href": "/career-path/affiliate-marketer?from=home" }'
	expect(messagesIn('marketing/home.json', link, 'career-path')).toHaveLength(1)
	expect(messagesIn('tracks.json', link, 'career-path')).toEqual([])
	expect(messagesIn('marketing/home.json', '{ "href": "/career-paths" }', 'career-path')).toEqual([])
})

test('the shipped home page has two links to the quiz', () => {
	expect(messagesIn('marketing/home.json', textOf('marketing/home.json'), 'hustler-quiz')).toEqual([
		`“Start Now” leads to /hustler-quiz, ${fix}`,
		`“Start Here - Find Your Path” leads to /hustler-quiz, ${fix}`,
	])
})

test.each([
	{ site: '{ "hiddenPages": ["about"] }', hidden: ['about'] },
	{ site: '{ "hiddenPages": ["blog"] }', hidden: [] },
	{ site: '{}', hidden: [] },
	{ site: '{', hidden: [] },
])('$site hides $hidden', ({ site, hidden }) => {
	expect(listHiddenPages(new Map([['site.json', site]]))).toEqual(hidden)
})

test.each([
	[
		'a.json',
		'{ "href": "/careers", "text": "Open \\"/careers\\" now, or \\"/careers/sent\\"." }',
		'{ "href": "/signup", "text": "Open \\"/careers\\" now, or \\"/careers/sent\\"." }',
	],
	['a.json', '["/careers#open", "/careers-day", "/about", "Work (/careers)"]', '["/signup", "/careers-day", "/about", "Work (/careers)"]'],
	['a.json', '{ "text": "See [us](/careers/sent) and [them](</careers>)." }', '{ "text": "See [us](/signup) and [them](</signup>)." }'],
	[
		'a.md',
		'---\nhref: /careers\nlinks:\n  - /careers?x=1\n---\nCareers: /careers\n"/careers"',
		'---\nhref: /signup\nlinks:\n  - /signup\n---\nCareers: /careers\n"/careers"',
	],
	[
		'a.md',
		'---\ntitle: A\n---\n[us](/careers "Sent"), https://site.test/careers and `/careers`',
		'---\ntitle: A\n---\n[us](/signup "Sent"), https://site.test/careers and `/careers`',
	],
])('in %s, the links in %j to a page that is turned off are replaced, and nothing else', (file, text, replaced) => {
	expect(replaceLinksToHidden(file, text, { hiddenPages: ['careers'], to: '/signup' })).toBe(replaced)
	expect(replaceLinksToHidden(file, text, { hiddenPages: [], to: '/signup' })).toBe(text)
	expect(checkLinksToHidden(file, replaced, ['careers'])).toEqual([])
})
