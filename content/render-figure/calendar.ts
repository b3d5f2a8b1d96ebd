import type { FigureOf } from '#content/schema/figure.ts'

import { elementWithClass, htmlElement, type HtmlNode } from './html-tree.ts'

/** Estimates the minimum width in pixels of a table whose words don't break: the longest word of each column, plus padding. */
function widthOf({ columns, rows }: FigureOf<'calendar'>): number {
	const longest = (texts: readonly string[]) => Math.max(...texts.flatMap((text) => text.split(/\s+/)).map((word) => word.length))
	const letters = [
		longest(rows.map(({ label }) => label)),
		...columns.map((column, index) => longest([column, ...rows.map(({ cells }) => cells[index] ?? '')])),
	]
	return letters.reduce((sum, count) => sum + count * 9 + 17, 0)
}

/** Maximum widths in pixels: on a phone, and in the narrowest text column on a wide screen. */
const PHONE = 330
const COLUMN = 540

/**
 * Draws a table. If it is too wide, each row becomes a list of its filled cells. Needs explicit roles, because browsers drop table
 * semantics when a table's `display` changes.
 */
export function drawCalendar(figure: FigureOf<'calendar'>): HtmlNode {
	const { columns, rows } = figure
	const width = widthOf(figure)
	const head = htmlElement(
		'tr',
		{ role: 'row' },
		htmlElement('td', { role: 'cell' }),
		...columns.map((column) => htmlElement('th', { role: 'columnheader', scope: 'col' }, column)),
	)
	const body = rows.map(({ label, cells }) =>
		htmlElement(
			'tr',
			{ role: 'row' },
			htmlElement('th', { role: 'rowheader', scope: 'row' }, label),
			...cells.map((cell, index) => htmlElement('td', { role: 'cell', dataColumn: columns[index] ?? '' }, cell)),
		),
	)
	const table = htmlElement(
		'table',
		{ role: 'table', className: ['fig-calendar', ...(width > PHONE ? ['fig-calendar-wide'] : [])] },
		htmlElement('thead', { role: 'rowgroup' }, head),
		htmlElement('tbody', { role: 'rowgroup' }, ...body),
	)
	return width > COLUMN ? elementWithClass('div', 'fig-narrow', table) : table
}
