import { expect, test } from 'vitest'

import { parseLibraryDocument, orderLibrary, toDocumentCard } from './parse-document.ts'

const FACTS = `---
title: A worksheet
summary: One hour with a pen.
kind: worksheet
formats: [pdf, docx]
access: free
group: worksheet
contents:
  - One
  - Two
language: en
version: '1.0'
date: 2026-11-20
---
`
const BODY = `## First

Some words with a [link](https://example.test/).

- [ ] to do
`

const issuesOf = (source: string, name = 'sample.md') => {
	const parsed = parseLibraryDocument(name, source)
	return parsed.ok ? [] : parsed.issues.map(({ line, message }) => `${line}: ${message}`)
}

test('every kind of block is parsed correctly', () => {
	const source = `${FACTS}${BODY}
### Smaller

1. one
2. two

| Task | Note |
| --- | --- |
| [ ] call | |

Label: ____
Longer one: ____ x3

> [!tip] Sleep on it.

\`\`\`
Hello [name],

bye
\`\`\`

---

The end.
`
	const parsed = parseLibraryDocument('sample.md', source)
	expect(parsed.ok && parsed.document.kind !== 'sheet' && parsed.document.blocks).toEqual([
		{ kind: 'heading', level: 2, text: 'First' },
		{ kind: 'text', text: 'Some words with a link (https://example.test/).' },
		{ kind: 'checklist', items: ['to do'] },
		{ kind: 'heading', level: 3, text: 'Smaller' },
		{ kind: 'list', isOrdered: true, items: ['one', 'two'] },
		{ kind: 'table', head: ['Task', 'Note'], rows: [{ hasBox: true, cells: ['call', ''] }] },
		{ kind: 'field', label: 'Label', lines: 1 },
		{ kind: 'field', label: 'Longer one', lines: 3 },
		{ kind: 'callout', tone: 'tip', text: 'Sleep on it.' },
		{ kind: 'copy', lines: ['Hello [name],', '', 'bye'] },
		{ kind: 'page-break' },
		{ kind: 'text', text: 'The end.' },
	])
})

test.each([
	{ fault: 'no front matter', source: BODY, issue: '1: must start with front matter between two --- lines' },
	{ fault: 'a format of another kind', source: FACTS.replace('docx', 'xlsx') + BODY, issue: /^5: formats\.1: / },
	{ fault: 'a title in the body', source: `${FACTS}# Title\n\n${BODY}`, issue: /^15: headings are ## and ###/ },
	{ fault: 'emphasis', source: `${FACTS}${BODY}\n**bold** word\n`, issue: /^21: text is plain here, without strong/ },
	{ fault: 'a list in a list', source: `${FACTS}${BODY}\n1. a\n   - b\n`, issue: /^21: a list item must be one paragraph/ },
	{ fault: 'a ticked box', source: `${FACTS}${BODY}\n1. x\n\n* [x] done\n`, issue: /^23: either all items/ },
	{ fault: 'a quote without its name', source: `${FACTS}${BODY}\n> words\n`, issue: /^21: a quote must start with/ },
	{
		fault: 'fields inside a paragraph',
		source: `${FACTS}${BODY}\nName: ____\nwords\n`,
		issue: /^21: put an empty line between fill-in lines/,
	},
	{ fault: 'unfinished text', source: `${FACTS}${BODY}\nTODO\n`, issue: '21: contains unfinished text' },
	{ fault: 'HTML', source: `${FACTS}${BODY}\n<b>x</b>\n`, issue: /^21: / },
	{ fault: 'almost no text', source: `${FACTS}## Only\n`, issue: '15: has almost no text below the front matter' },
])('$fault is reported on its line', ({ source, issue }) => {
	const issues = issuesOf(source)
	expect(issues).toHaveLength(1)
	expect(issues[0]).toEqual(typeof issue === 'string' ? issue : expect.stringMatching(issue))
})

const SHEET = {
	title: 'A sheet',
	summary: 'It counts.',
	kind: 'sheet',
	formats: ['xlsx'],
	access: 'paid',
	group: 'tool',
	contents: ['One', 'Two'],
	language: 'en',
	version: '1.0',
	date: '2026-11-20',
	howTo: ['Fill it in.'],
	sheets: [
		{
			name: 'Sums',
			columns: [
				{ title: 'What', type: 'text', width: 20 },
				{ title: 'Amount', type: 'money', width: 10 },
				{ title: 'Twice', type: 'money', width: 10, formula: 'B{r}*2' },
			],
			rows: [['a', 1, null]],
			blankRows: 2,
		},
	],
}
const sheetWith = (change: object) => JSON.stringify({ ...SHEET, sheets: [{ ...SHEET.sheets[0], ...change }] }, null, '\t')

test.each([
	{ fault: 'a row that is too short', change: { rows: [['a', 1]] }, issue: 'needs 3 cells' },
	{ fault: 'text in a money column', change: { rows: [['a', 'one', null]] }, issue: 'Amount: must be a number of dollars' },
	{ fault: 'a value in a formula column', change: { rows: [['a', 1, 2]] }, issue: 'Twice: is computed; write null' },
	{ fault: 'totals that don’t match the columns', change: { totals: [null] }, issue: 'needs 3 cells' },
	{ fault: 'a sheet name invalid in Excel', change: { name: 'a/b' }, issue: 'must not contain' },
	{
		fault: 'an empty list of choices',
		change: { columns: [{ title: 'x', type: 'choice', width: 9 }], rows: [[null]] },
		issue: 'a choice needs options',
	},
])('a workbook with $fault is refused', ({ change, issue }) => {
	expect(issuesOf(sheetWith({}), 'sums.json')).toEqual([])
	const issues = issuesOf(sheetWith(change), 'sums.json')
	expect(issues.join('\n')).toContain(issue)
	expect(Number(issues[0]?.split(':')[0])).toBeGreaterThan(15)
})

test('the library is in order, and its cards contain no body', () => {
	const sources = {
		'b.md': FACTS.replace('A worksheet', 'B') + BODY,
		'a.md': FACTS + BODY,
		'z.json': JSON.stringify({ ...SHEET, order: 1 }),
	}
	const library = orderLibrary(
		Object.entries(sources).map(([file, source]) => {
			const parsed = parseLibraryDocument(file, source)
			if (!parsed.ok) throw new Error(file)
			return parsed.document
		}),
	)
	expect(library.map(({ slug }) => slug)).toEqual(['z', 'a', 'b'])
	expect(JSON.stringify(library.map((document) => toDocumentCard(document)))).not.toMatch(/Some words|Fill it in|Sums/)
	expect(issuesOf(FACTS + BODY, 'Bad Name.md')).toEqual([expect.stringContaining('the file name must be')])
})
