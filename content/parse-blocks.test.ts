import { expect, test } from 'vitest'

import { parseBlocks } from './parse-blocks.ts'

const FIGURES = {
	funnel: `steps: [{label: Open, value: 100}, {label: Read, value: 40}, {label: Pay, value: 40}]`,
	bars: `bars: [{label: One, value: 0, note: nothing yet}, {label: Two, value: 7.5}]\nunit: h`,
	curve: `x: {label: Sales, from: 0, to: 10}\ny: {label: Money, from: -40, to: 60, unit: $}\nlines: [{label: Income, points: [[0, -40], [10, 60]]}]\nmarks: [{x: 4, y: 0, label: Even}]`,
	odds: `total: 10\ngroups: [{label: Yes, count: 1}, {label: No, count: 9}]`,
	ladder: `rungs: [{label: Small, price: $19}, {label: Large, price: $190, note: with a call}]`,
	ranges: `from: 0\nto: 10\nranges: [{label: One, low: 0, high: 3}, {label: Two, low: 4, high: 10}]`,
	calendar: `columns: [Mon, Tue]\nrows: [{label: Evening, cells: [Write, ""]}]`,
	flow: `steps: [{label: Ask, note: ten people, exit: {when: no one answers, to: ask others}}, {label: Offer}]\nback: The answers are the next questions.`,
	wireframe: `screen: phone\nblocks: [{label: Headline, size: small}, {label: Picture, size: large, note: of the thing}]`,
	matrix: `x: {label: Effort, low: little, high: much}\ny: {label: Worth, low: little, high: much}\npoints: [{label: Call, x: 0, y: 100}]\ncorners: [a, b, c, d]`,
}
type Kind = keyof typeof FIGURES

const figure = (kind: string, body: string) => `\`\`\`figure\nkind: ${kind}\ntitle: A title\nalt: What it shows.\n${body}\n\`\`\`\n`
const recall = (id: string, rest = '') =>
	`\`\`\`recall\nid: ${id}\nquestion: Yes?\noptions: [Yes indeed, No]\ncorrect: 0\nexplanation: So it is.\n${rest}\`\`\`\n`
const exercise = (rest: string, id = 'sums') => `\`\`\`exercise\nid: ${id}\ntitle: Sums\n${rest}\n\`\`\`\n`

const issuesOf = (text: string, firstLine?: number) => {
	const parsed = parseBlocks(text, firstLine)
	return parsed.ok ? [] : parsed.issues.map(({ line, message }) => `${line}: ${message}`)
}

test.each(Object.entries(FIGURES))('a %s is parsed', (kind, body) => {
	const parsed = parseBlocks(figure(kind, body))
	expect(parsed.ok ? parsed.blocks.figures : parsed.issues).toMatchObject([{ kind, title: 'A title', alt: 'What it shows.' }])
})

test('an exercise is parsed with its defaults', () => {
	const parsed = parseBlocks(exercise('fields: [{id: fixed, label: Fixed costs, type: money, example: 40}]'))
	expect(parsed.ok && parsed.blocks.exercises).toEqual([
		{ id: 'sums', title: 'Sums', fields: [{ id: 'fixed', label: 'Fixed costs', type: 'money', example: 40 }], sums: [] },
	])
})

test('blocks are found in order, also inside lists, and other code is ignored', () => {
	const text = `Before\n\n${recall('one')}\n- item\n\n  ${recall('two').replaceAll('\n', '\n  ')}\n\n\`\`\`\nrecall: no block\n\`\`\`\n\n\`\`\`text\nid: x\n\`\`\`\n`
	const parsed = parseBlocks(text)
	expect(parsed.ok && parsed.blocks.recalls.map(({ id }) => id)).toEqual(['one', 'two'])
})

test('a video needs a local file, a length and a transcript', () => {
	const video = (rest: string) => `\`\`\`video\ntitle: A first call\nminutes: 4\n${rest}\n\`\`\``
	const parsed = parseBlocks(video('file: first-call.mp4\ntranscript: [Hello.]'))
	expect(parsed.ok && parsed.blocks.videos).toEqual([{ file: 'first-call.mp4', title: 'A first call', minutes: 4, transcript: ['Hello.'] }])
	expect(issuesOf(video('file: https://example.com/a.mp4\ntranscript: [Hello.]'))).toHaveLength(1)
	expect(issuesOf(video('file: first-call.mp4\ntranscript: []'))).toHaveLength(1)
})

test('a table needs a header for each column', () => {
	expect(issuesOf('Text\n\n| Year | Low |\n| --- | --- |\n| One | |')).toEqual([])
	expect(issuesOf('Text\n\n| | Low |\n| --- | --- |\n| One | 2 |', 10)).toEqual(['12: table: each column needs a name in its header'])
})

test('an error names the line of its key in the file', () => {
	expect(issuesOf(`Text\n\n${figure('odds', 'total: 10\ngroups: [{label: All, count: 9}]')}`, 40)).toEqual([
		'47: figure: groups: add up to 9 and not to the total, 10',
	])
	expect(issuesOf('```recall\nid: [x\n```')).toHaveLength(1)
})

test.each<{ what: string; kind: Kind; from: string; to: string; says: string }>([
	{
		what: 'a funnel that rises',
		kind: 'funnel',
		from: 'value: 40}]',
		to: 'value: 41}]',
		says: 'steps.2.value: must not exceed the previous step',
	},
	{ what: 'a funnel of one step', kind: 'funnel', from: ', {label: Read, value: 40}, {label: Pay, value: 40}', to: '', says: 'steps: ' },
	{ what: 'a bar below zero', kind: 'bars', from: 'value: 0', to: 'value: -1', says: 'bars.0.value: ' },
	{ what: 'a label too long', kind: 'bars', from: 'One', to: 'x'.repeat(29), says: 'bars.0.label: must have at most 28 characters' },
	{ what: 'a note too long', kind: 'bars', from: 'nothing yet', to: 'x'.repeat(49), says: 'bars.0.note: must have at most 48 characters' },
	{
		what: 'a point outside the scale',
		kind: 'curve',
		from: '[10, 60]',
		to: '[11, 60]',
		says: 'lines.0.points.1: 11 is outside x, 0 to 10',
	},
	{
		what: 'a mark outside the scale',
		kind: 'curve',
		from: 'y: 0, label: Even',
		to: 'y: -41, label: Even',
		says: 'marks.0: -41 is outside y, -40 to 60',
	},
	{ what: 'an axis backwards', kind: 'curve', from: 'from: 0, to: 10', to: 'from: 10, to: 10', says: 'x.to: must be more than `from`' },
	{ what: 'odds that don’t add up', kind: 'odds', from: 'count: 9', to: 'count: 8', says: 'groups: add up to 9 and not to the total, 10' },
	{ what: 'an amount given as a number', kind: 'ladder', from: 'price: $19}', to: 'price: 19}', says: 'rungs.0.price: ' },
	{
		what: 'a range backwards',
		kind: 'ranges',
		from: 'low: 0, high: 3',
		to: 'low: 4, high: 3',
		says: 'ranges.0.high: must not be less than `low`',
	},
	{ what: 'a range outside the scale', kind: 'ranges', from: 'high: 10', to: 'high: 11', says: 'ranges.1: is outside 0 to 10' },
	{ what: 'a missing cell', kind: 'calendar', from: ', ""]', to: ']', says: 'rows.0.cells: has 1 cells for 2 columns' },
	{ what: 'an exit to nowhere', kind: 'flow', from: ', to: ask others', to: '', says: 'steps.0.exit.to: ' },
	{ what: 'an unknown size', kind: 'wireframe', from: 'size: large', to: 'size: huge', says: 'blocks.1.size: ' },
	{ what: 'a point off the matrix', kind: 'matrix', from: 'y: 100', to: 'y: 101', says: 'points.0.y: ' },
	{ what: 'three corners', kind: 'matrix', from: ', d]', to: ']', says: 'corners: ' },
	{ what: 'an unknown kind', kind: 'odds', from: 'kind: odds', to: 'kind: pie', says: 'kind: ' },
	{ what: 'an unknown key', kind: 'odds', from: 'total: 10', to: 'total: 10\ncolor: red', says: 'Unrecognized key: "color"' },
	{ what: 'no alternative', kind: 'odds', from: 'alt: What it shows.\n', to: '', says: 'alt: ' },
])('$what is refused', ({ kind, from, to, says }) => {
	const text = figure(kind, FIGURES[kind])
	expect(text).toContain(from)
	expect(issuesOf(text.replace(from, to)).join('\n')).toContain(`figure: ${says}`)
})

test.each([
	{
		what: 'an answer that isn’t an option',
		text: recall('one').replace('correct: 0', 'correct: 2'),
		says: '5: recall: correct: must be the index of an option',
	},
	{ what: 'a duplicate option', text: recall('one').replace('No]', 'Yes indeed]'), says: '4: recall: options: must all be different' },
	{ what: 'five options', text: recall('one').replace('No]', 'a, b, c, d]'), says: '4: recall: options: ' },
	{ what: 'an id with spaces', text: recall('one two'), says: '2: recall: id: must be lowercase words joined by hyphens' },
	{ what: 'a duplicate ID', text: recall('one') + recall('one'), says: '8: recall: the id one is used twice in this text' },
	{
		what: 'an ID of another kind of block',
		text: recall('sums') + exercise('fields: [{id: a, label: A, type: text}]'),
		says: '8: exercise: the id sums is used twice',
	},
])('$what is refused in a recall question', ({ text, says }) => {
	expect(issuesOf(text).join('\n')).toContain(says)
})

const FIELDS = 'fields:\n  - {id: fixed, label: Fixed, type: money}\n  - {id: who, label: Who, type: long}\n'
const TABLE = 'table: {columns: [{id: name, label: Name, type: text}, {id: cost, label: Cost, type: money}], rows: 3}\n'
const sum = (formula: string, more = '') => `sums:\n  - {label: Sum, formula: "${formula}"${more}}\n`

test.each([
	{ what: 'a sum of a column, a count of names', rest: `${TABLE}${sum('sum(cost) / count(name)')}` },
	{
		what: 'a sum that uses one above it',
		rest: `${FIELDS}${sum('fixed * 2', ', id: twice')}  - {label: More, formula: twice + 1, format: money}`,
	},
	{
		what: 'named rows',
		rest: 'table: {columns: [{id: done, label: Done, type: choice, options: [Yes please, No]}], rows: [Monday, Tuesday]}',
	},
	{ what: 'a slider', rest: `fields: [{id: h, label: Hours, type: slider, min: 1, max: 20, step: 0.5, start: 5}]\n${sum('h * 4')}` },
])('$what is allowed', ({ rest }) => {
	expect(issuesOf(exercise(rest))).toEqual([])
})

test.each([
	{ what: 'nothing to fill in', rest: '', says: 'needs `fields`, a `table` or both' },
	{ what: 'a formula that does not parse', rest: FIELDS + sum('fixed /'), says: 'sums.0.formula: ends too early' },
	{ what: 'an unknown name', rest: FIELDS + sum('fixd * 2'), says: 'sums.0.formula: fixd isn’t a numeric field or an earlier result' },
	{ what: 'text used as a number', rest: FIELDS + sum('who * 2'), says: 'who isn’t a numeric field' },
	{
		what: 'a sum that is defined later',
		rest: `${FIELDS}${sum('later')}  - {id: later, label: Later, formula: fixed}`,
		says: 'later isn’t a numeric field or an earlier result',
	},
	{ what: 'a column without sum()', rest: TABLE + sum('cost * 2'), says: 'cost isn’t a numeric field' },
	{ what: 'a sum of a text column', rest: TABLE + sum('sum(name)'), says: 'name isn’t a numeric column' },
	{ what: 'an unknown column', rest: TABLE + sum('count(names)'), says: 'names isn’t a column' },
	{ what: 'one id for two fields', rest: `${FIELDS}  - {id: who, label: Again, type: text}`, says: 'fields.2.id: who is already a field' },
	{
		what: 'one id for a field and a column',
		rest: FIELDS + TABLE.replace('id: cost', 'id: fixed'),
		says: 'table.columns.1.id: fixed is already a field',
	},
	{ what: 'a slider in a table', rest: TABLE.replace('type: money', 'type: slider'), says: 'table.columns.1.type: ' },
	{
		what: 'a start outside the slider',
		rest: 'fields: [{id: h, label: H, type: slider, min: 1, max: 2, step: 1, start: 3}]',
		says: 'start: must be between',
	},
	{ what: 'a choice with one option', rest: 'fields: [{id: h, label: H, type: choice, options: [One]}]', says: 'fields.0.options: ' },
	{
		what: 'thirteen fields',
		rest: `fields:\n${Array.from({ length: 13 }, (_, index) => `  - {id: f${index}, label: F, type: text}\n`).join('')}`,
		says: 'fields: ',
	},
	{ what: '21 rows', rest: TABLE.replace('rows: 3', 'rows: 21'), says: 'table.rows: ' },
])('an exercise with $what is refused', ({ rest, says }) => {
	expect(issuesOf(exercise(rest)).join('\n')).toContain(says)
})
