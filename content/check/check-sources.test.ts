import { dirname } from 'node:path'
import { expect, test } from 'vitest'

import { readContentFolder } from '#content/read-sources.server.ts'

import { checkSources, issuesForOperators } from './check-sources.ts'

const CONTENT = dirname(import.meta.dirname)

const sources = readContentFolder(CONTENT)

function checkAfter(file: string, spoil: (source: string) => string): string[] {
	const spoiled = new Map([...sources, [file, spoil(sources.get(file) ?? '')]])
	return checkSources(spoiled).map((issue) => `${issue.file}:${issue.line}: ${issue.message}`)
}

const lineOf = (source: string, text: string) => source.slice(0, source.indexOf(text)).split('\n').length

test('the shipped content has no errors', () => {
	expect(checkSources(sources)).toEqual([])
})

test.each([
	{ what: 'a price as text', file: 'offers.json', from: '"amountCents": 4700', to: '"amountCents": "47"', says: /offers\.0\.amountCents/ },
	{ what: 'a misspelt key', file: 'offers.json', from: '"programName"', to: '"programmName"', says: /programName/, line: null },
	{ what: 'a discount of 120 percent', file: 'offers.json', from: '"percent": 20', to: '"percent": 120', says: /percent/ },
	{
		what: 'a dead link',
		file: 'marketing/home.json',
		from: '"href": "/blog"',
		to: '"href": "/blogg"',
		says: /\/blogg isn’t a page/,
	},
	{ what: 'an insecure link', file: 'marketing/home.json', from: '"href": "/blog"', to: '"href": "http://blog"', says: /https/ },
	{
		what: 'an unknown claim',
		file: 'marketing/home.json',
		from: '"completion"',
		to: '"complexion"',
		says: /the figure “complexion” doesn’t exist/,
	},
	{
		what: 'a missing download',
		file: 'marketing/signup.json',
		from: '"career-roadmap-template"',
		to: '"career-map"',
		says: /the download “career-map” doesn’t exist/,
	},
	{
		what: 'a fifth option',
		file: 'quizzes/hustler.json',
		from: '"type": "creator", "emoji": "🎨"',
		to: '"type": "gambler", "emoji": "🎨"',
		says: /type/,
	},
])('$what is reported with file and line', ({ file, from, to, says, line }) => {
	const source = sources.get(file) ?? ''
	expect(source).toContain(from)
	const issues = checkAfter(file, (text) => text.replace(from, to))
	const found = issues.find((issue) => says.test(issue))
	expect(found).toBeDefined()
	if (line !== null) expect(found).toMatch(new RegExp(`^${file}:${lineOf(source, from)}: `))
})

test('invalid JSON is reported with its line', () => {
	const issues = checkAfter('offers.json', (text) => text.replace('"currency": "USD",', '"currency": "USD'))
	expect(issues[0]).toMatch(/^offers\.json:\d+: is not valid JSON/)
})

test('a file without a schema is an error', () => {
	expect(checkAfter('marketing/leftover.json', () => '{}')).toEqual([
		'marketing/leftover.json:1: this file has no schema; add it to content/json-files.ts',
	])
})

const SKILLS = 'course/module-1/lessons/skills-inventory-assessment.md'

test.each([
	{ what: 'an answer outside the options', from: /correct: \d/, to: 'correct: 9', says: /quiz\.0\.correct/ },
	{ what: 'an unknown difficulty', from: /difficulty: Beginner/, to: 'difficulty: Easy', says: /difficulty/ },
	{ what: 'a dead link in the text', from: /$/, to: '\n[away](/nowhere)\n', says: /\/nowhere isn’t a page/ },
	{
		what: 'a link to an unknown section',
		from: /$/,
		to: '\n[away](/course/module1?section=skils)\n',
		says: /the lesson “skils” doesn’t exist/,
	},
	{ what: 'a link to no section', from: /$/, to: '\n[away](/course/module1)\n', says: /must lead to a lesson/ },
	{ what: 'no front matter', from: /^---/, to: '', says: /front matter/ },
])('a lesson with $what is reported', ({ from, to, says }) => {
	const issues = checkAfter(SKILLS, (text) => text.replace(from, to))
	expect(issues.some((issue) => issue.startsWith(`${SKILLS}:`) && says.test(issue))).toBe(true)
})

test('a new lesson needs only one file: a section finds the lesson with its ID', () => {
	const page = 'course/module-1/module.json'
	const named = /("id": "([a-z-]+)",\s*"title": .*\s*"summary": .*),\s*"lessonId": "\2"/g
	expect(sources.get(page)).toMatch(named)
	expect(checkAfter(page, (source) => source.replaceAll(named, '$1'))).toEqual([])
})

test('a block that doesn’t match its schema is reported with its line', () => {
	const file = SKILLS
	const source = sources.get(file) ?? ''
	const line = source.trimEnd().split('\n').length + 5
	const issues = checkAfter(file, (text) => `${text.trimEnd()}\n\n\`\`\`figure\nkind: odds\ntitle: Ten\ntotal: 9\n\`\`\`\n`)
	expect(issues.find((issue) => issue.startsWith(`${file}:${line}: figure: total: `))).toBeDefined()
})

test('a lesson without a section is an error', () => {
	const lesson = sources.get(SKILLS) ?? ''
	expect(checkAfter('course/module-1/lessons/forgotten.md', () => lesson)).toEqual([
		'course/module-1/lessons/forgotten.md:1: isn’t listed in course/module-1/module.json: add it there, or delete this lesson',
	])
})

const ARTICLE = 'articles/price-your-first-offer.md'

test.each([
	{ what: 'a date that does not exist', from: /date: .*/, to: 'date: 2026-02-30', says: /^articles\/price-your-first-offer\.md:5: date/ },
	{
		what: 'an unknown related article',
		from: /- free-tools-digital-product/,
		to: '- free-lunch',
		says: /:10: “free-lunch” isn’t another article/,
	},
	{
		what: 'itself as its related article',
		from: /- free-tools-digital-product/,
		to: '- price-your-first-offer',
		says: /isn’t another article/,
	},
	{ what: 'no text', from: /\n---\n[\s\S]*/, to: '\n---\n', says: /has no body/ },
	{ what: 'a dead link in the text', from: /$/, to: '\n[away](/articles/nowhere)\n', says: /\/articles\/nowhere isn’t a page/ },
	{ what: 'a second featured mark', from: /art: /, to: 'featured: true\nart: ', says: /feature only one article/ },
])('an article with $what is reported', ({ from, to, says }) => {
	const issues = checkAfter(ARTICLE, (text) => text.replace(from, to))
	expect(issues.find((issue) => says.test(issue))).toBeDefined()
})

test('a teaser on the home page must match its article', () => {
	const title = 'Why people fail at passive income'
	expect(checkAfter('articles/why-people-fail-passive-income.md', (text) => text.replace(title, 'Another title'))).toEqual([
		expect.stringMatching(/^marketing\/blog-teasers\.json:\d+: title must be the same as in the article: Another title$/),
	])
})

test.each([
	{ what: 'a new price that is also an example figure elsewhere', edited: ['offers.json'], kept: 0 },
	{ what: 'a hard-coded price in a text edited together with it', edited: ['offers.json', 'tracks/a/b.md'], kept: 1 },
	{ what: 'a hard-coded price in an unedited text', edited: ['tracks/a/b.md'], kept: 1 },
])('$what', ({ edited, kept }) => {
	const issue = { file: 'tracks/a/b.md', line: 23, message: '"$61" is a promise and is defined in one place: write {price}' }
	expect(issuesForOperators([issue], new Set(edited))).toHaveLength(kept)
})
