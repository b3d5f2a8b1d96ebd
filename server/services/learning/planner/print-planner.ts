import type { Content } from '#content/load-content.server.ts'
import type { PrintPlannerRequest } from '#contracts/planner.ts'
import { PLANNER_COLUMNS } from '#domain/planner/planner-week.ts'
import type { DocumentBlock } from '#server/adapters/documents/port.ts'
import type { ServiceContext } from '#server/services/context.ts'

const WIDTHS = { ideaName: 4, whatImDoing: 6, timeNeeded: 2.5, platform: 3.5, weeklyGoal: 5 }

/** Prints the week as shown on the page, with a reflection and a tracker to fill in by hand. */
export function printPlanner(ctx: Pick<ServiceContext, 'documents' | 'now' | 'content'>, plan: PrintPlannerRequest): Promise<Uint8Array> {
	const { words } = ctx.content.planner
	return ctx.documents.print({
		title: words.title,
		subject: plan.weekOf === '' ? words.title : `${words.labels.weekOf} ${plan.weekOf}`,
		publisher: ctx.content.site.name,
		isLandscape: true,
		madeAt: ctx.now(),
		blocks: [
			{ kind: 'field', label: words.labels.weekOf, value: plan.weekOf },
			{ kind: 'field', label: words.labels.focusArea, value: plan.focusArea },
			{
				kind: 'table',
				head: PLANNER_COLUMNS.map((column) => words.columns[column]),
				widths: PLANNER_COLUMNS.map((column) => WIDTHS[column]),
				rows: plan.rows.map((row) => ({ tick: row.completed, cells: PLANNER_COLUMNS.map((column) => row[column]) })),
			},
			// The week has its own page, to hang on a wall.
			{ kind: 'page-break' },
			...reflection(ctx.content, plan),
		],
	})
}

function reflection(content: Content, { rows }: PrintPlannerRequest): DocumentBlock[] {
	const { words } = content.planner
	const { tracker } = words
	const completed = rows.filter((row) => row.completed).length
	return [
		{ kind: 'heading', text: words.reflection.title },
		...words.reflection.questions.map((label) => ({ kind: 'field', label, value: '', lines: 2 }) as const),
		{ kind: 'heading', text: tracker.title },
		{ kind: 'text', text: `${tracker.tasks}: ${completed} / ${rows.length}` },
		...tracker.fields.map((label) => ({ kind: 'field', label, value: '' }) as const),
		{ kind: 'field', label: `${tracker.confidence} (${tracker.confidenceScale})`, value: '' },
	]
}
