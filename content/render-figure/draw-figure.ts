import type { Figure } from '#content/schema/figure.ts'

import { drawBars, drawFunnel, drawRanges } from './bar-rows.ts'
import { drawCalendar } from './calendar.ts'
import { drawCurve } from './curve.ts'
import { classed, type HtmlNode } from './html-tree.ts'
import { drawMatrix } from './matrix.ts'
import { drawOdds } from './odds.ts'
import { drawFlow, drawLadder, drawWireframe } from './stacks.ts'

/**
 * Renders a figure as HTML: title, drawing and caption. Pictures (`curve`, `matrix`, `odds`) have `alt` as their label. The
 * others are lists and tables that screen readers can read; `alt` is read before them.
 */
export function drawFigure(figure: Figure): HtmlNode {
	const isPicture = figure.kind === 'curve' || figure.kind === 'matrix' || figure.kind === 'odds'
	return classed(
		'figure',
		`figure figure-${figure.kind}`,
		classed('figcaption', 'figure-title', figure.title),
		isPicture ? null : classed('p', 'sr-only', figure.alt),
		drawKind(figure),
		figure.caption === undefined ? null : classed('p', 'figure-caption', figure.caption),
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
