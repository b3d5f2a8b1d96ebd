import { labelWithUnit, rowsOf } from '#domain/exercises/exercise-slots.ts'
import type { Exercise, ExerciseTable } from '#domain/exercises/exercise.ts'

import { element, elementWithClass, type HtmlNode } from './render-figure/html-tree.ts'

const box = () => elementWithClass('span', 'control block')

function drawTable({ columns, ...table }: ExerciseTable): HtmlNode {
	const labels = columns.map(labelWithUnit)
	const rows = rowsOf({ columns, ...table }).map(({ key, label }) =>
		element('tr', {}, element('th', {}, label ?? key), ...columns.map(() => element('td', {}, box()))),
	)
	return element(
		'div',
		{ className: ['table-scroll'], role: 'group', tabIndex: 0, ariaLabel: `Table: ${labels.join(', ')}` },
		element(
			'table',
			{},
			element('thead', {}, element('tr', {}, element('th', {}, 'Row'), ...labels.map((label) => element('th', {}, label)))),
			element('tbody', {}, ...rows),
		),
	)
}

/** Draws an exercise as an empty form. The page replaces it with one that keeps answers, so its boxes aren't inputs. */
export function drawExercise({ id, title, intro, fields, table, sums }: Exercise): HtmlNode {
	const titleId = `exercise-${id}`
	return element(
		'section',
		{ className: ['exercise'], dataExercise: id, ariaLabelledBy: titleId },
		element('h4', { id: titleId }, title),
		intro === undefined ? null : element('p', {}, intro),
		...fields.map((field) => elementWithClass('p', 'mt-4', element('b', {}, labelWithUnit(field)), box())),
		table === undefined ? null : drawTable(table),
		...sums.map(({ label }) => elementWithClass('p', 'mt-4', `${label}: …`)),
	)
}
