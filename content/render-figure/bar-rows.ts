import type { FigureOf } from '#content/schema/figure.ts'

import { formatAmount, percentOf } from './amount.ts'
import { elementWithClass, htmlElement, type HtmlNode } from './html-tree.ts'

// Draws a bar with SVG, whose width attribute the CSP allows, unlike `style`.
const barPicture = (from: string, width: string): HtmlNode =>
	htmlElement(
		'svg',
		{ className: ['fig-bar'], ariaHidden: 'true', focusable: 'false' },
		htmlElement('rect', { className: ['fig-track'], width: '100%', height: '100%' }),
		htmlElement('rect', { className: ['fig-fill'], x: from, width, height: '100%' }),
	)

type Row = { label: string; value: string; from: string; width: string; note?: string | undefined }

const drawRow = ({ label, value, from, width, note }: Row): HtmlNode =>
	htmlElement(
		'li',
		{},
		elementWithClass('span', 'fig-label', label),
		' ',
		elementWithClass('span', 'fig-value', value),
		barPicture(from, width),
		note === undefined ? null : elementWithClass('span', 'fig-note', note),
	)

export function drawFunnel({ steps, unit }: FigureOf<'funnel'>): HtmlNode {
	const most = steps[0]?.value || 1
	const rows = steps.map(({ label, value }) => {
		const width = percentOf(value, 0, most)
		return drawRow({ label, value: formatAmount(value, unit), from: percentOf((most - value) / 2, 0, most), width })
	})
	return elementWithClass('ol', 'fig-rows', ...rows)
}

export function drawBars({ bars, unit }: FigureOf<'bars'>): HtmlNode {
	const most = Math.max(...bars.map(({ value }) => value)) || 1
	const rows = bars.map(({ label, value, note }) =>
		drawRow({ label, value: formatAmount(value, unit), from: '0%', width: percentOf(value, 0, most), note }),
	)
	return elementWithClass('ul', 'fig-rows', ...rows)
}

/** Formats a range, such as `$0 to $20` or `2 to 8 weeks`; a single number if both are equal. */
export function formatSpan(low: number, high: number, unit?: string): string {
	const isWord = unit !== '$' && unit !== '%'
	return low === high ? formatAmount(low, unit) : `${formatAmount(low, isWord ? undefined : unit)} to ${formatAmount(high, unit)}`
}

export function drawRanges({ ranges, from, to, unit }: FigureOf<'ranges'>): HtmlNode {
	const rows = ranges.map(({ label, low, high, note }) => {
		return drawRow({
			label,
			value: formatSpan(low, high, unit),
			from: percentOf(low, from, to),
			width: percentOf(high - low, 0, to - from),
			note,
		})
	})
	return elementWithClass(
		'div',
		'fig-scaled',
		elementWithClass('ul', 'fig-rows', ...rows),
		elementWithClass(
			'p',
			'fig-ends',
			elementWithClass('span', '', formatAmount(from, unit)),
			' ',
			elementWithClass('span', '', formatAmount(to, unit)),
		),
	)
}
