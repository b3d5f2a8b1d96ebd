import { Window } from 'happy-dom'
import { expect, test } from 'vitest'

import { renderChecklistText, renderMarkdown } from './render-markdown.server.ts'

const EVIL = `<img src=x onerror=1>&"'`
/** Label, note and cell of the maximum length. */
const LABEL = 'Wonderful homemade marmalade'
const NOTE = 'nothing more than forty-eight characters in here'
const CELL = 'Write homework messages!'

const fence = (kind: string, body: string) => `\`\`\`${kind}\n${body}\n\`\`\`\n`
const figure = (kind: string, data: Record<string, unknown>) =>
	fence('figure', JSON.stringify({ kind, title: 'A title', alt: 'What it shows: 7 of 9.', caption: 'A caption.', ...data }))

function draw(source: string) {
	const { document } = new Window()
	document.body.innerHTML = renderChecklistText(source, 3).html
	return document.body
}
const textsOf = (root: ReturnType<typeof draw>, selector: string) =>
	[...root.querySelectorAll(selector)].map(({ textContent }) => textContent)
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

type Sample = { kind: string; data: (text: string) => Record<string, unknown>; isPicture?: boolean; shows: string[] }
const SAMPLES: Sample[] = [
	{
		kind: 'funnel',
		data: (label) => ({
			unit: '$',
			steps: [
				{ label, value: 1200 },
				{ label: 'Pay', value: 7.5 },
			],
		}),
		shows: ['$1,200', 'Pay', '$7.50'],
	},
	{
		kind: 'bars',
		data: (label) => ({
			bars: [
				{ label, value: 3, note: label },
				{ label: 'Calls', value: 12 },
			],
			unit: 'h',
		}),
		shows: ['3 h', 'Calls', '12 h'],
	},
	{
		kind: 'curve',
		data: (label) => ({
			x: { label, from: 0, to: 10 },
			y: { label: 'Money', from: -40, to: 60, unit: '$' },
			lines: [
				{
					label,
					points: [
						[0, -40],
						[10, 60],
					],
				},
			],
			marks: [{ x: 4, y: 0, label: 'Break-even' }],
		}),
		isPicture: true,
		shows: ['Money', '−$25', '$50', 'Break-even (4, $0)'],
	},
	{
		kind: 'odds',
		data: (label) => ({
			total: 100,
			groups: [
				{ label, count: 3 },
				{ label: 'leave', count: 97 },
			],
		}),
		isPicture: true,
		shows: ['3 of 100', '97 of 100', 'leave'],
	},
	{
		kind: 'ladder',
		data: (label) => ({
			rungs: [
				{ label, price: 'Free', note: label },
				{ label: 'Call', price: '$90' },
			],
		}),
		shows: ['Free', '$90', 'Call'],
	},
	{
		kind: 'ranges',
		data: (label) => ({
			from: 0,
			to: 400,
			unit: '$',
			ranges: [
				{ label, low: 9, high: 29, note: label },
				{ label: 'Call', low: 90, high: 90 },
			],
		}),
		shows: ['$9 to $29', '$90', '$400'],
	},
	{ kind: 'calendar', data: (label) => ({ columns: [label, 'Tue'], rows: [{ label, cells: ['Write', ''] }] }), shows: ['Tue', 'Write'] },
	{
		kind: 'flow',
		data: (label) => ({ steps: [{ label, note: label, exit: { when: label, to: 'stop' } }, { label: 'Offer' }], back: 'Ask again.' }),
		shows: ['Offer', 'stop', 'Back to the start: Ask again.'],
	},
	{
		kind: 'wireframe',
		data: (label) => ({
			screen: 'phone',
			blocks: [
				{ label, size: 'small' },
				{ label: 'Picture', size: 'large', note: label },
			],
		}),
		shows: ['Picture'],
	},
	{
		kind: 'matrix',
		data: (label) => ({
			x: { label, low: 'short', high: 'long' },
			y: { label: 'Worth', low: 'little', high: 'much' },
			points: [{ label, x: 0, y: 100 }],
			corners: [label, 'b', 'c', 'd'],
		}),
		isPicture: true,
		shows: ['↑ Worth: much', '↓ Worth: little', '← short', 'long →'],
	},
]

test.each(SAMPLES)('a $kind has title, text, alternative text and caption', ({ kind, data, isPicture = false, shows }) => {
	const root = draw(figure(kind, data('Own label')))
	const drawn = root.querySelector(`figure.figure-${kind}`)
	expect(drawn?.firstElementChild?.outerHTML).toBe('<figcaption class="figure-title">A title</figcaption>')
	expect(drawn?.lastElementChild?.outerHTML).toBe('<p class="figure-caption">A caption.</p>')
	for (const text of ['Own label', ...shows]) expect(drawn?.textContent).toContain(text)
	expect(drawn?.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(isPicture ? 'What it shows: 7 of 9.' : undefined)
	expect(textsOf(root, '.sr-only')[0]).toBe(isPicture ? undefined : 'What it shows: 7 of 9.')
	// A screen reader must not announce a picture separately from the text around it.
	for (const svg of root.querySelectorAll('svg')) expect(svg.closest('[aria-hidden=true], [role=img]')).not.toBeNull()
})

test.each(SAMPLES)('text in a $kind is escaped', ({ kind, data }) => {
	const root = draw(figure(kind, { ...data(EVIL), title: EVIL, alt: EVIL, caption: EVIL }))
	expect(root.querySelectorAll('img, script, [onerror]')).toHaveLength(0)
	expect(textsOf(root, '.figure-title, .figure-caption')).toEqual([EVIL, EVIL])
	expect(root.querySelector('[role=img]')?.getAttribute('aria-label') ?? textsOf(root, '.sr-only')[0]).toBe(EVIL)
})

test.each<{ kind: string; data: Record<string, unknown> }>([
	{ kind: 'funnel', data: { unit: 'visitors', steps: many(7, (index) => ({ label: LABEL, value: 10 ** (12 - index) })) } },
	{ kind: 'funnel', data: { steps: many(2, () => ({ label: 'A', value: 0 })) } },
	{ kind: 'bars', data: { unit: 'customers', bars: many(10, (index) => ({ label: LABEL, note: NOTE, value: index * 1e9 })) } },
	{ kind: 'bars', data: { bars: many(2, () => ({ label: 'A', value: 0 })) } },
	{
		kind: 'curve',
		data: {
			x: { label: LABEL, from: -1e9, to: 1e9, unit: '$' },
			y: { label: LABEL, from: 0, to: 0.001 },
			lines: many(3, () => ({ label: LABEL, points: many(60, (index) => [-1e9 + index * 3e7, index / 60_000]) })),
			marks: many(6, () => ({ x: 1e9, y: 0.001, label: LABEL })),
		},
	},
	{ kind: 'odds', data: { total: 200, groups: many(5, () => ({ label: LABEL, count: 40 })) } },
	{ kind: 'odds', data: { total: 10, groups: [{ label: 'All', count: 10 }] } },
	{ kind: 'ladder', data: { rungs: many(6, () => ({ label: LABEL, price: LABEL, note: NOTE })) } },
	{
		kind: 'ranges',
		data: { from: -1e9, to: 1e9, unit: 'customers', ranges: many(8, () => ({ label: LABEL, note: NOTE, low: -1e9, high: 1e9 })) },
	},
	{ kind: 'calendar', data: { columns: many(7, () => LABEL), rows: many(8, () => ({ label: LABEL, cells: many(7, () => CELL) })) } },
	{ kind: 'calendar', data: { columns: ['A', 'B'], rows: [{ label: 'A', cells: ['', ''] }] } },
	{ kind: 'flow', data: { steps: many(8, () => ({ label: LABEL, note: NOTE, exit: { when: NOTE, to: NOTE } })), back: 'x'.repeat(90) } },
	{ kind: 'wireframe', data: { screen: 'page', blocks: many(8, () => ({ label: LABEL, note: NOTE, size: 'large' })) } },
	{
		kind: 'matrix',
		data: {
			x: { label: LABEL, low: LABEL, high: LABEL },
			y: { label: LABEL, low: LABEL, high: LABEL },
			points: many(8, (index) => ({ label: LABEL, x: index % 2 ? 100 : 0, y: index > 3 ? 100 : 0 })),
			corners: many(4, () => LABEL),
		},
	},
])('a $kind with extreme texts and numbers of items stays within its frame', ({ kind, data }) => {
	const html = draw(figure(kind, { title: 'x'.repeat(90), ...data })).innerHTML
	expect(html).not.toMatch(/NaN|Infinity|undefined/)
	for (const [, percent = ''] of html.matchAll(/"(-?[\d.]+)%"/g)) {
		expect(Number(percent)).toBeGreaterThanOrEqual(0)
		expect(Number(percent)).toBeLessThanOrEqual(100)
	}
})

test('a funnel is centered and bars start at the left', () => {
	const bars = (kind: string, key: string) =>
		[
			...draw(
				figure(kind, {
					[key]: [
						{ label: 'a', value: 100 },
						{ label: 'b', value: 40 },
					],
				}),
			).querySelectorAll('.fig-fill'),
		].map((rect) => [rect.getAttribute('x'), rect.getAttribute('width')])
	expect(bars('funnel', 'steps')).toEqual([
		['0%', '100%'],
		['30%', '40%'],
	])
	expect(bars('bars', 'bars')).toEqual([
		['0%', '100%'],
		['0%', '40%'],
	])
})

test('in odds the largest group is drawn as rings, and every dot is counted', () => {
	const root = draw(
		figure('odds', {
			total: 20,
			groups: [
				{ label: 'leave', count: 15 },
				{ label: 'ask', count: 4 },
				{ label: 'buy', count: 1 },
			],
		}),
	)
	const groups = [...root.querySelectorAll('.fig-dots > g')].map((group) => [group.getAttribute('class'), group.children.length])
	expect(groups).toEqual([
		['fig-ground', 15],
		['fig-group-0', 4],
		['fig-group-1', 1],
	])
})

test('a table too wide for a phone becomes a list there, and a very wide one everywhere', () => {
	const calendar = (columns: string[]) => draw(figure('calendar', { columns, rows: [{ label: 'Evening', cells: columns.map(() => '') }] }))
	expect(calendar(['Mon', 'Tue']).querySelector('.fig-calendar-wide')).toBeNull()
	expect(calendar(many(7, () => 'Mon')).querySelector('.fig-narrow')).toBeNull()
	expect(calendar(many(6, () => 'Mon')).querySelectorAll('.fig-calendar-wide')).toHaveLength(1)
	expect(calendar(many(7, () => 'Wednesdays')).querySelectorAll('.fig-narrow > .fig-calendar-wide')).toHaveLength(1)
	expect([...calendar(['Mon', 'Tue']).querySelectorAll('tbody td')].map((cell) => cell.getAttribute('data-column'))).toEqual(['Mon', 'Tue'])
})

const RECALL = fence(
	'recall',
	'id: strongest-sign\nquestion: Which <b>one</b>?\noptions: [Praise, A deposit]\ncorrect: 1\nexplanation: Money costs something.',
)
const EXERCISE = fence(
	'exercise',
	'id: break-even\ntitle: Your point\nintro: Three figures.\nfields: [{id: price, label: Price, type: money}]\ntable: {columns: [{id: who, label: Who & why, type: text}], rows: 2}',
)

test('a recall question opens without JavaScript and has options, answer and explanation', () => {
	const details = draw(RECALL).querySelector('details.recall[data-recall="strongest-sign"]')
	expect(details?.hasAttribute('open')).toBe(false)
	expect(details?.querySelector('summary')?.textContent).toBe('Which <b>one</b>?')
	expect([...(details?.querySelectorAll('.recall-options > li') ?? [])].map(({ textContent }) => textContent)).toEqual([
		'Praise',
		'A deposit',
	])
	expect(details?.querySelector('.recall-answer')?.textContent).toBe('Answer: A deposit Money costs something.')
})

test('an exercise shows an empty box for each of its fields below its title', () => {
	const root = draw(EXERCISE)
	const section = root.querySelector('section.exercise[data-exercise="break-even"]')
	expect(root.querySelector(`#${section?.getAttribute('aria-labelledby')}`)?.textContent).toBe('Your point')
	expect(textsOf(root, '.exercise p:has(> .control) > b')).toEqual(['Price ($)'])
	expect(textsOf(root, '.exercise th')).toEqual(['Row', 'Who & why', '1', '2'])
	expect(root.querySelectorAll('.exercise [role=group][tabindex="0"][aria-label="Table: Who & why"] td > .control')).toHaveLength(2)
})

test('blocks are drawn inside lists and checklists, and other code stays code', () => {
	expect(draw(`- item\n\n  ${RECALL.replaceAll('\n', '\n  ')}`).querySelectorAll('li > details')).toHaveLength(1)
	const { html, boxes } = renderChecklistText(`- [ ] One\n\n${RECALL}`)
	expect([boxes.length, html.includes('<details class="recall"')]).toEqual([1, true])
	expect(draw('```text\nkind: odds\n```').innerHTML).toBe('<pre><code class="language-text">kind: odds\n</code></pre>')
})

test('outside lessons a block is shown as code', () => {
	expect(renderMarkdown(RECALL)).toMatch(/^<pre><code class="language-recall">id: strongest-sign/)
})

test('a block that doesn’t match its schema throws', () => {
	expect(() => renderChecklistText(fence('figure', 'kind: odds'))).toThrow('A block of a course text: ')
})

test('a video uses the native player with captions and a transcript', () => {
	const data = { file: 'first-call.mp4', title: EVIL, minutes: 1, transcript: ['Hello.', EVIL] }
	const root = draw(fence('video', JSON.stringify(data)))
	const video = root.querySelector('video')
	expect(video?.getAttribute('src')).toBe('/media/first-call.mp4')
	expect(video?.getAttribute('preload')).toBe('none')
	expect(video?.getAttribute('poster')).toBe('/media/first-call.webp')
	expect(root.querySelector('track')?.getAttribute('src')).toBe('/media/first-call.vtt')
	expect(textsOf(root, 'figcaption')).toEqual([`${EVIL} (1 minute)`])
	expect(textsOf(root, 'details p')).toEqual(['Hello.', EVIL])
	expect(root.querySelector('img')).toBeNull()
})
