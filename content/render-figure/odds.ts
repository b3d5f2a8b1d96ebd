import type { FigureOf } from '#content/schema/figure.ts'

import { elementWithClass, htmlElement, type HtmlNode } from './html-tree.ts'

const CELL = 20

/** Shapes of the groups other than the largest, so that groups don't differ by color alone. */
const SHAPES: readonly ((x: number, y: number) => HtmlNode)[] = [
	(x, y) => htmlElement('circle', { cx: x, cy: y, r: 7 }),
	(x, y) => htmlElement('rect', { x: x - 6.5, y: y - 6.5, width: 13, height: 13 }),
	(x, y) => htmlElement('path', { d: `M${x} ${y - 8}l8 8-8 8-8-8z` }),
	(x, y) => htmlElement('path', { d: `M${x} ${y - 7}l8 14h-16z` }),
]
const drawGround = (x: number, y: number) => htmlElement('circle', { cx: x, cy: y, r: 6 })

type Style = { className: string; draw: (x: number, y: number) => HtmlNode }

/** Returns each group's style. If there are several, the largest is drawn as rings, so that the others stand out. */
function stylesOf(groups: readonly { count: number }[]): Style[] {
	const largest = Math.max(...groups.map(({ count }) => count))
	const ground = groups.length === 1 ? -1 : groups.findLastIndex(({ count }) => count === largest)
	let shape = 0
	return groups.map((_, index) => {
		if (index === ground) return { className: 'fig-ground', draw: drawGround }
		const own = shape++
		return { className: `fig-group-${own}`, draw: SHAPES[own] ?? drawGround }
	})
}

export function drawOdds({ total, groups, alt }: FigureOf<'odds'>): HtmlNode {
	const columns = total <= 50 ? 10 : 20
	const styles = stylesOf(groups)
	let next = 0
	const drawn = groups.map(({ count }, group) => {
		const dots = Array.from({ length: count }, () => {
			const place = next++
			return styles[group]?.draw(((place % columns) + 0.5) * CELL, (Math.floor(place / columns) + 0.5) * CELL) ?? null
		})
		return htmlElement('g', { className: [styles[group]?.className ?? ''] }, ...dots)
	})
	const viewBox = `0 0 ${columns * CELL} ${Math.ceil(total / columns) * CELL}`
	const key = groups.map(({ label, count }, group) =>
		htmlElement(
			'li',
			{},
			htmlElement(
				'svg',
				{ className: ['fig-sign'], viewBox: `0 0 ${CELL} ${CELL}`, ariaHidden: 'true', focusable: 'false' },
				htmlElement('g', { className: [styles[group]?.className ?? ''] }, styles[group]?.draw(CELL / 2, CELL / 2) ?? null),
			),
			htmlElement('span', {}, htmlElement('b', {}, `${count} of ${total}`), ` ${label}`),
		),
	)
	return elementWithClass(
		'div',
		'fig-chart',
		htmlElement(
			'svg',
			{ className: ['fig-dots', `fig-dots-${columns}`], viewBox, role: 'img', ariaLabel: alt, focusable: 'false' },
			...drawn,
		),
		elementWithClass('ul', 'fig-key', ...key),
	)
}
