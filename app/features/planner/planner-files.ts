import { downloadFile, downloadText } from '#app/lib/download-file.ts'
import { callApiForFile } from '#app/lib/own-api.ts'
import type { PlannerWords } from '#content/schema/planner.ts'
import type { PrintPlannerRequest } from '#contracts/planner.ts'
import { plannerCalendar, plannerCsv } from '#domain/planner/planner-files.ts'
import { isWeekEdited, PLANNER_COLUMNS, type PlannerColumn, type PlannerWeek, visibleRows } from '#domain/planner/planner-week.ts'

import { formatWeek } from './weeks-plot.tsx'

const fileName = ({ week }: PlannerWeek, ending: string) => `weekly-planner-${week}.${ending}`

/** Formats the week for the printed page. Blank if nothing is planned, so that the date can be filled in by hand. */
export const formatPrintedWeek = (plan: PlannerWeek): string => (isWeekEdited(plan) ? formatWeek(plan.week) : '')

const printRequest = (plan: PlannerWeek): PrintPlannerRequest => ({
	weekOf: formatPrintedWeek(plan),
	focusArea: plan.focusArea.text,
	rows: visibleRows(plan).map((row) => ({
		completed: row.completed,
		...(Object.fromEntries(PLANNER_COLUMNS.map((column) => [column, row[column]])) as Record<PlannerColumn, string>),
	})),
})

/** @throws ApiError if the server can't be reached or refuses */
export async function downloadPlannerPdf(plan: PlannerWeek): Promise<void> {
	downloadFile(fileName(plan, 'pdf'), await callApiForFile('/api/planner/pdf', { body: printRequest(plan), timeoutMs: 30_000 }))
}

export function downloadPlannerCsv(plan: PlannerWeek, { labels, columns }: PlannerWords): void {
	const text = plannerCsv(plan, { done: labels.done, yes: 'yes', no: 'no', columns })
	downloadText(fileName(plan, 'csv'), text, 'text/csv')
}

export function downloadPlannerCalendar(plan: PlannerWeek, { title, columns }: PlannerWords): void {
	const stampedAt = new Date()
		.toISOString()
		.replace(/\.\d+Z$/, 'Z')
		.replaceAll(/[-:]/g, '')
	const text = plannerCalendar(plan, { words: { product: title, untitled: title, columns }, stampedAt })
	downloadText(fileName(plan, 'ics'), text, 'text/calendar')
}
