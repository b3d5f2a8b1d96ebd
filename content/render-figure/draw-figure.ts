import type { Figure, FigureOf } from '#content/schema/figure.ts'

import { drawBars, drawFunnel, drawRanges } from './bar-rows.ts'
import { drawCalendar } from './calendar.ts'
import { drawCurve, drawNumberedDot, drawDotLegend } from './curve.ts'
import { elementWithClass, htmlElement, type HtmlNode } from './html-tree.ts'
import { drawOdds } from './odds.ts'
import { drawFlow, drawLadder, drawWireframe } from './stacks.ts'

/** Moves a position inward by a margin in percent, so that dots cover neither the frame nor the corner labels. */
const inside = (share: number, margin: number) => `${Number((margin + (share * (100 - 2 * margin)) / 100).toFixed(2))}%`

function drawMatrix({ x, y, points, corners, alt }: FigureOf<'matrix'>): HtmlNode {
	const [bottomLeft = '', bottomRight = '', topLeft = '', topRight = ''] = corners ?? []
	const above = corners ? 17 : 6
	const plot = htmlElement(
		'svg',
		{ className: ['fig-plot'], focusable: 'false' },
		htmlElement('line', { x1: '50%', x2: '50%', y1: '0%', y2: '100%', className: ['fig-level'] }),
		htmlElement('line', { x1: '0%', x2: '100%', y1: '50%', y2: '50%', className: ['fig-level'] }),
		...points.flatMap((point, index) => drawNumberedDot(index, inside(point.x, 6), inside(100 - point.y, above))),
	)
	return elementWithClass(
		'div',
		'fig-chart',
		htmlElement(
			'div',
			{ role: 'img', ariaLabel: alt },
			elementWithClass('p', 'fig-axis', `↑ ${y.label}: ${y.high}`),
			elementWithClass(
				'div',
				'fig-quarters',
				...[topLeft, topRight, bottomLeft, bottomRight].map((corner) => elementWithClass('span', '', corner)),
				plot,
			),
			elementWithClass('p', 'fig-axis', `↓ ${y.label}: ${y.low}`),
			elementWithClass(
				'p',
				'fig-sides',
				elementWithClass('span', '', `← ${x.low}`),
				elementWithClass('b', '', x.label),
				elementWithClass('span', '', `${x.high} →`),
			),
		),
		drawDotLegend(points.map(({ label }) => label)),
	)
}

/**
 * Renders a figure. In pictures (`curve`, `matrix`, `odds`), `alt` is the label. The others are lists and tables that screen readers can
 * read, with `alt` before them.
 */
export function drawFigure(figure: Figure): HtmlNode {
	const isPicture = figure.kind === 'curve' || figure.kind === 'matrix' || figure.kind === 'odds'
	return elementWithClass(
		'figure',
		`figure figure-${figure.kind}`,
		elementWithClass('figcaption', 'figure-title', figure.title),
		isPicture ? null : elementWithClass('p', 'sr-only', figure.alt),
		drawKind(figure),
		figure.caption === undefined ? null : elementWithClass('p', 'figure-caption', figure.caption),
	)
}

function drawKind(figure: Figure): HtmlNode {
	switch (figure.kind) {
		case 'funnel':
			return drawFunnel(figure)
		case 'bars':
			return drawBars(figure)
		case 'curve':
			return drawCurve(figure)
		case 'odds':
			return drawOdds(figure)
		case 'ladder':
			return drawLadder(figure)
		case 'ranges':
			return drawRanges(figure)
		case 'calendar':
			return drawCalendar(figure)
		case 'flow':
			return drawFlow(figure)
		case 'wireframe':
			return drawWireframe(figure)
		case 'matrix':
			return drawMatrix(figure)
	}
}
