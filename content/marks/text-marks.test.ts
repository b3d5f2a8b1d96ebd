import { expect, test } from 'vitest'

import { renderChecklistText } from '#content/render-markdown.server.ts'

import { linkTexts } from './link-texts.server.ts'
import { markLessonText, markMarkdown } from './mark-text-file.ts'
import { type Place, TextMarks, withoutMarks } from './text-marks.ts'

const FILE = { file: 'marketing/home.json', figures: {}, choices: new Set<string>() }
const FOREIGN = '\u{100000}\u{F0000}'

function link(page: string, marks: TextMarks, isEditing = true) {
	const html = linkTexts(`<html><head><title>${page}</title></head><body>${page}</body></html>`, {
		marks,
		describe: (place) => ({ href: 'field' in place ? place.field : 'line' in place ? `#${place.line}` : 'whole', title: place.file }),
		findByText: (text) => (text === '$12' ? { file: 'offers.json', field: '/price' } : null),
		findByPicture: () => null,
		lead: (href) => ({ href: `/to${href}` }),
		isEditing,
	})
	return { body: /<body>(.*)<\/body>/s.exec(html)?.[1] ?? '', title: /<title>(.*)<\/title>/s.exec(html)?.[1] ?? '' }
}

const marksOf = (value: object) => {
	const marks = new TextMarks()
	return { marks, value: marks.json(value, JSON.stringify(value), FILE) as Record<string, string> }
}

test.each(['id', 'href', 'code', 'primaryHref', 'currency', 'accent_color'])('a machine-readable property has no mark: %s', (key) => {
	expect(marksOf({ [key]: 'Some Words' }).value[key]).toBe('Some Words')
})

test.each(['a-b_c', '/modules', '#cc3b14', 'https://a.test/B', 'help@academy.test', '2026-11-26', 'USD', '42', ''])(
	'a machine-readable value has no mark: %j',
	(text) => expect(marksOf({ title: text }).value.title).toBe(text),
)

test('a text and the figure inside it link to their own places', () => {
	const marks = new TextMarks()
	const price: Place = { file: 'offers.json', field: '/offers/0/amountCents' }
	const figures = { price: marks.figure('$47', price) }
	const filled = { hero: { title: 'Start for $47 today' } }
	const { hero } = marks.json(filled, '{"hero":{"title":"Start for {price} today"}}', { ...FILE, figures })
	expect(marks.read(hero.title)).toEqual([
		{ text: 'Start for ', place: { file: FILE.file, field: '/hero/title' }, isFigure: false },
		{ text: '$47', place: price, isFigure: true },
		{ text: ' today', place: { file: FILE.file, field: '/hero/title' }, isFigure: false },
	])
	expect(withoutMarks(hero.title)).toBe(filled.hero.title)
})

test('pasted marks are ignored and not shown', () => {
	const { marks, value } = marksOf({ title: `Foreign ${FOREIGN}words${FOREIGN}`, text: 'Own \u200Bwords\u2063' })
	expect(link(`<p>${value.title}</p><p>${value.text}</p><p>${FOREIGN}Loose</p>`, marks).body).toBe(
		'<p><a href="/title" target="_top" title="marketing/home.json" data-edit="">Foreign words</a></p>' +
			'<p><a href="/text" target="_top" title="marketing/home.json" data-edit="">Own \u200Bwords\u2063</a></p><p>Loose</p>',
	)
})

test('HTML in a text is escaped', () => {
	const { marks, value } = marksOf({ title: '<img src=x onerror=alert(1)> Title' })
	const escaped = value.title?.replaceAll('<', '&lt;').replaceAll('>', '&gt;') ?? ''
	expect(link(`<p>${escaped}</p>`, marks).body).toContain('>&#x3C;img src=x onerror=alert(1)> Title</a>')
})

test.each([
	[
		'a link around one text leads to it',
		(a: string) => `<a href="/x" class="k">${a}</a>`,
		/^<a class="k" href="\/a" target="_top"[^>]*>First words<\/a>$/,
	],
	[
		'a button around one text',
		(a: string) => `<button type="button" class="k">${a}</button>`,
		/^<a class="k" href="\/a"[^>]*>First words<\/a>$/,
	],
	[
		'a link around two texts isn’t clickable',
		(a: string, b: string) => `<a href="/x"><b>${a}</b><i>${b}</i></a>`,
		/^<span><b><a href="\/a"[^>]*>First words<\/a><\/b><i><a href="\/b"[^>]*>Second words<\/a><\/i><\/span>$/,
	],
	['a link without a field leads to the preview', () => '<a href="/x" target="_blank">Skip</a>', /^<a href="\/to\/x">Skip<\/a>$/],
	['a price that the page computes', () => '<b>$12</b>', /^<b><a href="\/price"/],
	['an answer is expanded', (a: string) => `<details><summary>${a}</summary></details>`, /^<details open><summary><a href="\/a"/],
	['an attribute has no mark', (a: string) => `<i aria-label="${a}"></i>`, /^<i aria-label="First words"><\/i>$/],
	[
		'a picture leads to the field of its description',
		(a: string) => `<img alt="${a}">`,
		/^<a href="\/a"[^>]*><img alt="First words"><\/a>$/,
	],
	['an option has no link', (a: string) => `<select><option>${a}</option></select>`, /^<select><option>First words<\/option><\/select>$/],
])('%s', (_, page, expected) => {
	const { marks, value } = marksOf({ a: 'First words', b: 'Second words' })
	expect(link(page(value.a ?? '', value.b ?? ''), marks).body).toMatch(expected)
})

test('page titles have no marks or links, and look mode has no edit links', () => {
	const { marks, value } = marksOf({ a: 'First words' })
	expect(link(value.a ?? '', marks).title).toBe('First words')
	expect(link(`<a href="/x">${value.a}</a>`, marks, false).body).toBe('<a href="/to/x">First words</a>')
})

test('each Markdown paragraph, heading and cell links to its line', () => {
	const marks = new TextMarks()
	const text = '---\ntitle: A\n---\n\n## Head\n\nOne **bold.**\ncontinued\n\n- item\n\n| a | b |\n|---|---|\n| c | d |\n'
	const marked = markMarkdown(text, 'articles/a.md', marks)
	expect(withoutMarks(marked)).toBe(text)
	const lines = [...marked.matchAll(/[\u{100000}-\u{10FFFF}]/gu)].map(([mark]) => marks.placeOf(mark))
	expect(lines).toEqual([5, 7, 10, 12, 12, 14, 14].map((line) => ({ file: 'articles/a.md', line })))
})

test('all words of a paragraph link to it, and all texts of a block to its first line', () => {
	const marks = new TextMarks()
	const recall = '```recall\nid: a\nquestion: Which?\noptions: [One, Two]\ncorrect: 0\nexplanation: Since.\n```'
	const text = `One **bold** and [link](/x) word.\n\n- In a list:\n\n${recall.replaceAll(/^/gm, '  ')}\n`
	const { body } = link(renderChecklistText(markLessonText(text, 'tracks/a.md', marks)).html, marks)
	const links = [...body.matchAll(/<a [^>]*?href="#(\d+)"[^>]*>([^<]*)/g)].map(([, line, words = '']) => `${line} ${words.trim()}`)
	expect(links).toEqual([
		'1 One',
		'1 bold',
		'1 and',
		'1 link',
		'1 word.',
		'3 In a list:',
		'5 Which?',
		'5 One',
		'5 Two',
		'5 Answer: One',
		'5 Since.',
	])
	const figure = '```figure\nkind: bars\ntitle: Hours\nalt: Two bars.\nbars:\n  - { label: A, value: 1 }\n  - { label: B, value: 2 }\n```\n'
	const drawn = link(renderChecklistText(markLessonText(figure, 'tracks/a.md', marks)).html, marks).body
	expect(drawn).toMatch(/<a href="#1"[^>]*><svg/)
	expect(drawn).not.toMatch(/[\u{100000}-\u{10FFFF}]/u)
	expect(markMarkdown(figure, 'articles/a.md', marks)).toBe(figure)
})
