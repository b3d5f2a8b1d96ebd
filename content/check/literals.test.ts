import { expect, test } from 'vitest'

import { readPromisesOf } from '#content/read-promises.ts'
import { readShipped } from '#content/read-sources.server.ts'

import { checkLiterals } from './literals.ts'

const own = readPromisesOf(readShipped())

const issuesIn = (file: string, text: string) =>
	checkLiterals(new Map([[file, `first line\n${text}`]]), own).map(({ line, message }) => `${line}: ${message}`)

test.each([
	['One payment of $47 and no more.', '{price}'],
	['instead of $197', '{regularPrice}'],
	['Use code LAUNCH1 at the checkout', '{discountCode}'],
	['which takes 20% off', '{discount}'],
	['with less than 15% of the content accessed', '{guaranteeShare}'],
	['a 60-day money-back guarantee', '{guaranteeDays}'],
	['thirty days to change your mind', '{guaranteeDays}'],
	['back on your card in 5 to 10 business days', '{refundTime}'],
	['All 8 modules', '{modules} or {modulesInWords}'],
	['nine weekly modules', '{modules} or {modulesInWords}'],
	['Six modules, in order', '{courseModulesInWords}'],
	['all 6 course modules', '{courseModulesInWords}'],
	['the list of all 48 sections', '{courseSections}'],
	['30+ hours of lessons', '{hours}'],
	['15+ templates', '{templates}'],
])('"%s" is a hard-coded promise', (text, write) => {
	const issues = issuesIn('content/marketing/landing.json', text)
	expect(issues.length).toBeGreaterThan(0)
	for (const issue of issues) expect(issue).toMatch(/^2: .*is a promise and is defined in one place/)
	expect(issues.join(' ')).toContain(`write ${write}`)
})

test.each([
	'{price} once',
	'$470 a month',
	'$4,700',
	'Plan 30 days',
	'20%+ growth',
	'five modules',
	'Module 8',
	'new Module 48 lessons',
	'your Week 6 modules',
	'Modules 48 lessons',
	'within ten business days',
	'15 templates',
])('"%s" is not a promise', (text) => expect(issuesIn('content/marketing/landing.json', text)).toEqual([]))

test('a number of lessons of one module is not a promise about the course', () => {
	expect(issuesIn('content/course/module-2/module.json', '"value": "48 lessons"')).toEqual([])
	expect(issuesIn('content/course/course.json', '"value": "48 lessons"')).toHaveLength(1)
})

test('no shipped text states a number of lessons or modules, whatever the course has', () => {
	const shipped = new Map([...readShipped()].map(([file, text]) => [`content/${file}`, text]))
	const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
	const found = words.flatMap((word, index) => {
		const count = String(index + 1)
		const promises = { courseSections: count, courseModules: count, courseModulesInWords: word }
		return checkLiterals(shipped, { promises, furtherFigures: [] }).filter(({ message }) => message.includes('is a promise'))
	})
	expect(found).toEqual([])
})

test('an exception is allowed only in its file, and must still exist there', () => {
	const text = 'a small course for $27 to $47, say'
	expect(issuesIn('content/articles/price-your-first-offer.md', text)).toEqual([])
	expect(issuesIn('content/articles/another.md', text)).toHaveLength(1)
	expect(issuesIn('content/articles/price-your-first-offer.md', 'no price')).toEqual([expect.stringContaining('no longer says')])
})

test('text drawn into a picture must not contain figures, because they would go stale', () => {
	expect(issuesIn('content/link-pictures.json', '{ "id": "x", "title": "{templates} documents" }')).toEqual([
		expect.stringContaining('drawn'),
	])
	expect(issuesIn('content/articles/x.md', 'title: The {price} course')).toEqual([expect.stringContaining('drawn')])
	expect(issuesIn('content/articles/x.md', 'The course costs {price}.')).toEqual([])
})
