import type { FigureOf } from '#content/schema/figure.ts'

import { elementWithClass, htmlElement, type HtmlNode } from './html-tree.ts'

const noteOf = (note: string | undefined): HtmlNode | null => (note === undefined ? null : elementWithClass('span', 'fig-note', note))

/** Draws prices from low to high. The style sheet reverses them, so the highest is on top. */
export function drawLadder({ rungs }: FigureOf<'ladder'>): HtmlNode {
	const items = rungs.map(({ label, price, note }) =>
		htmlElement(
			'li',
			{},
			elementWithClass('b', 'fig-price', price),
			' ',
			elementWithClass('span', '', elementWithClass('span', 'fig-label', label), ' ', noteOf(note)),
		),
	)
	return elementWithClass('ol', 'fig-ladder', ...items)
}

const ARROW = 'M8 0v18M2 12l6 7 6-7'
const drawArrow = (path: string, className: string): HtmlNode =>
	htmlElement(
		'svg',
		{ className: [className], viewBox: '0 0 16 20', ariaHidden: 'true', focusable: 'false' },
		htmlElement('path', { d: path }),
	)

/** Draws steps from top to bottom, exits next to them, and the return path below. */
export function drawFlow({ steps, back }: FigureOf<'flow'>): HtmlNode {
	const items = steps.map(({ label, note, exit }, index) =>
		htmlElement(
			'li',
			{},
			elementWithClass('div', 'fig-step', elementWithClass('b', '', label), ' ', noteOf(note)),
			exit === undefined
				? null
				: elementWithClass(
						'p',
						'fig-exit',
						htmlElement('b', {}, 'If '),
						exit.when,
						htmlElement('span', { ariaHidden: 'true' }, ' → '),
						elementWithClass('span', 'sr-only', ': '),
						exit.to,
					),
			index < steps.length - 1 ? drawArrow(ARROW, 'fig-arrow') : null,
		),
	)
	return elementWithClass(
		'div',
		back === undefined ? 'fig-flow' : 'fig-flow fig-loop',
		elementWithClass('ol', 'fig-steps', ...items),
		back === undefined
			? null
			: elementWithClass(
					'p',
					'fig-back',
					drawArrow('M8 20V2M2 8l6-7 6 7', 'fig-arrow-up'),
					htmlElement('b', {}, 'Back to the start: '),
					back,
				),
	)
}

/** Draws the elements of a screen from top to bottom; larger ones are taller. */
export function drawWireframe({ screen, blocks }: FigureOf<'wireframe'>): HtmlNode {
	const items = blocks.map(({ label, size, note }) =>
		elementWithClass('li', `fig-${size}`, elementWithClass('b', '', label), ' ', noteOf(note)),
	)
	return elementWithClass('div', `fig-screen fig-${screen}`, elementWithClass('ol', 'fig-blocks', ...items))
}
