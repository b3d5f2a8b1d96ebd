import type { FigureOf } from '#content/schema/figure.ts'

import { classed, element, type HtmlNode } from './html-tree.ts'

/** Pixels that a table needs so that none of its words breaks: the longest word of each column, and its padding. */
function widthOf({ columns, rows }: FigureOf<'calendar'>): number {
	const longest = (texts: readonly string[]) => Math.max(...texts.flatMap((text) => text.split(/\s+/)).map((word) => word.length))
	const letters = [
		longest(rows.map(({ label }) => label)),
		...columns.map((column, index) => longest([column, ...rows.map(({ cells }) => cells[index] ?? '')])),
	]
	return letters.reduce((sum, count) => sum + count * 9 + 17, 0)
}

/** Largest widths that fit on a phone and in the narrowest column of text on a wide screen. */
const PHONE = 330
const COLUMN = 540

/**
 * A table. Where it does not fit, each row becomes a list of its filled cells, each with the name of its column. Explicit roles are needed
 * because browsers drop table semantics when a table is laid out as blocks.
 */
export function drawCalendar(figure: FigureOf<'calendar'>): HtmlNode {
	const { columns, rows } = figure
	const width = widthOf(figure)
	const head = element(
		'tr',
		{ role: 'row' },
		element('td', { role: 'cell' }),
		...columns.map((column) => element('th', { role: 'columnheader', scope: 'col' }, column)),
	)
	const body = rows.map(({ label, cells }) =>
		element(
			'tr',
			{ role: 'row' },
			element('th', { role: 'rowheader', scope: 'row' }, label),
			...cells.map((cell, index) => element('td', { role: 'cell', dataColumn: columns[index] ?? '' }, cell)),
		),
	)
	const table = element(
		'table',
		{ role: 'table', className: ['fig-calendar', ...(width > PHONE ? ['fig-calendar-wide'] : [])] },
		element('thead', { role: 'rowgroup' }, head),
		element('tbody', { role: 'rowgroup' }, ...body),
	)
	return width > COLUMN ? classed('div', 'fig-narrow', table) : table
}
