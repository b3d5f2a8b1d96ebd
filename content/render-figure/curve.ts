import type { FigureOf } from '#content/schema/figure.ts'

import { formatAmount, percentOf, roundTicks } from './amount.ts'
import { elementWithClass, htmlElement, type HtmlNode } from './html-tree.ts'

type Curve = FigureOf<'curve'>
type Axis = Curve['x']

/** Size of the viewBox, which is stretched to the page's width. The strokes keep their width. */
const BOX = 1000

const atX = (value: number, { from, to }: Axis) => percentOf(value, from, to)
const atY = (value: number, { from, to }: Axis) => percentOf(value, to, from)

export function drawCurve({ x, y, lines, marks = [], alt }: Curve): HtmlNode {
	const levels = roundTicks(y.from, y.to, 5)
	const plot = htmlElement(
		'svg',
		{ className: ['fig-plot', 'fig-gutter'], focusable: 'false' },
		...levels.map((tick) => drawLevel(tick, y)),
		htmlElement(
			'svg',
			{ viewBox: `0 0 ${BOX} ${BOX}`, preserveAspectRatio: 'none', width: '100%', height: '100%', overflow: 'visible' },
			...lines.map(({ points }, index) => drawLine(points, index, { x, y })),
		),
		...levels.map((tick) => drawTick({ x: 0, y: atY(tick, y), dx: -8, dy: '0.34em', textAnchor: 'end' }, formatAmount(tick, y.unit))),
		...marks.flatMap((mark, index) => drawNumberedDot(index, atX(mark.x, x), atY(mark.y, y))),
	)
	return elementWithClass(
		'div',
		'fig-chart',
		htmlElement(
			'div',
			{ role: 'img', ariaLabel: alt },
			elementWithClass('p', 'fig-axis', y.label),
			plot,
			drawScale(x),
			elementWithClass('p', 'fig-axis fig-axis-x', x.label),
		),
		elementWithClass('ul', 'fig-key', ...lines.map(({ label }, index) => htmlElement('li', {}, drawSwatch(index), label))),
		drawDotLegend(marks.map((mark) => `${mark.label} (${formatAmount(mark.x, x.unit)}, ${formatAmount(mark.y, y.unit)})`)),
	)
}

const drawTick = (place: Record<string, unknown>, text: string) => htmlElement('text', { ...place, className: ['fig-tick'] }, text)

const drawLevel = (tick: number, y: Axis): HtmlNode =>
	htmlElement('line', { x1: '0%', x2: '100%', y1: atY(tick, y), y2: atY(tick, y), className: [tick === 0 ? 'fig-zero' : 'fig-level'] })

function drawLine(points: readonly (readonly [number, number])[], index: number, { x, y }: { x: Axis; y: Axis }): HtmlNode {
	const place = (value: number, { from, to }: Axis) => Math.round(((value - from) / (to - from)) * BOX)
	return htmlElement('polyline', {
		className: [`fig-line-${index}`],
		points: points.map(([pointX, pointY]) => `${place(pointX, x)},${BOX - place(pointY, y)}`).join(' '),
		vectorEffect: 'non-scaling-stroke',
	})
}

const drawSwatch = (index: number): HtmlNode =>
	htmlElement(
		'svg',
		{ className: ['fig-swatch'], ariaHidden: 'true', focusable: 'false' },
		htmlElement('line', { x1: 0, x2: '100%', y1: '50%', y2: '50%', className: [`fig-line-${index}`] }),
	)

/** Characters that fit on one line below a plot on a phone. */
const SCALE_LETTERS = 36

/** Draws the scale below the plot, with as many numbers as fit. The last one is right-aligned, so that it stays within the edge. */
function drawScale(x: Axis): HtmlNode {
	const longest = Math.max(...roundTicks(x.from, x.to, 5).map((tick) => formatAmount(tick, x.unit).length))
	const most = Math.max(2, Math.min(5, Math.floor(SCALE_LETTERS / (longest + 2))))
	const ticks = roundTicks(x.from, x.to, most).map((tick) =>
		drawTick({ x: atX(tick, x), y: '1.1em', textAnchor: tick === x.to ? 'end' : 'middle' }, formatAmount(tick, x.unit)),
	)
	return htmlElement('svg', { className: ['fig-scale', 'fig-gutter'], focusable: 'false' }, ...ticks)
}

export const drawNumberedDot = (index: number, x: string, y: string): HtmlNode[] => [
	htmlElement('circle', { cx: x, cy: y, r: 12, className: ['fig-dot'] }),
	htmlElement('text', { x, y, dy: '0.34em', textAnchor: 'middle', className: ['fig-number'] }, String(index + 1)),
]

export const drawDotLegend = (labels: readonly string[]): HtmlNode | null =>
	labels.length === 0
		? null
		: elementWithClass(
				'ol',
				'fig-key',
				...labels.map((label, index) =>
					htmlElement('li', {}, htmlElement('span', { className: ['fig-badge'], ariaHidden: 'true' }, String(index + 1)), label),
				),
			)
