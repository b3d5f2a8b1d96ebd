import { labelWithUnit, rowsOf } from '#domain/exercises/exercise-slots.ts'
import type { Exercise, ExerciseTable } from '#domain/exercises/exercise.ts'

import { htmlElement, elementWithClass, type HtmlNode } from './render-figure/html-tree.ts'

const box = () => elementWithClass('span', 'control block')

function drawTable({ columns, ...table }: ExerciseTable): HtmlNode {
	const labels = columns.map(labelWithUnit)
	const rows = rowsOf({ columns, ...table }).map(({ key, label }) =>
		htmlElement('tr', {}, htmlElement('th', {}, label ?? key), ...columns.map(() => htmlElement('td', {}, box()))),
	)
	return htmlElement(
		'div',
		{ className: ['table-scroll'], role: 'group', tabIndex: 0, ariaLabel: `Table: ${labels.join(', ')}` },
		htmlElement(
			'table',
			{},
			htmlElement('thead', {}, htmlElement('tr', {}, htmlElement('th', {}, 'Row'), ...labels.map((label) => htmlElement('th', {}, label)))),
			htmlElement('tbody', {}, ...rows),
		),
	)
}

/** Draws an exercise as an empty form. The page replaces it with one that keeps answers, so its boxes aren't inputs. */
export function drawExercise({ id, title, intro, fields, table, sums }: Exercise): HtmlNode {
	const titleId = `exercise-${id}`
	return htmlElement(
		'section',
		{ className: ['exercise'], dataExercise: id, ariaLabelledBy: titleId },
		htmlElement('h4', { id: titleId }, title),
		intro === undefined ? null : htmlElement('p', {}, intro),
		...fields.map((field) => elementWithClass('p', 'mt-4', htmlElement('b', {}, labelWithUnit(field)), box())),
		table === undefined ? null : drawTable(table),
		...sums.map(({ label }) => elementWithClass('p', 'mt-4', `${label}: …`)),
	)
}
