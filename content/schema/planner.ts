import { z } from 'zod'

import { TextSchema } from './primitives.ts'

const texts = <const K extends string>(...keys: K[]) =>
	z.strictObject(Object.fromEntries(keys.map((key) => [key, TextSchema])) as Record<K, typeof TextSchema>)

/** content/planner.json: texts of /weekly-planner. Days, goals and tips are in free-trial/template.json. */
export const PlannerSchema = z.strictObject({
	title: TextSchema,
	description: TextSchema,
	intro: TextSchema,
	howToUse: z.strictObject({ title: TextSchema, steps: z.array(TextSchema).min(3) }),
	labels: texts(
		'table',
		'print',
		'pdf',
		'csv',
		'calendar',
		'calendarHint',
		'weekOf',
		'weekHint',
		'keptWeeks',
		'focusArea',
		'done',
		'addRow',
		'undo',
		'progress',
		'useDay',
	),
	columns: texts('ideaName', 'whatImDoing', 'timeNeeded', 'platform', 'weeklyGoal'),
	reflection: z.strictObject({ title: TextSchema, questions: z.array(TextSchema).length(3) }),
	tracker: z.strictObject({
		title: TextSchema,
		tasks: TextSchema,
		fields: z.array(TextSchema).length(2),
		confidence: TextSchema,
		confidenceScale: TextSchema,
	}),
	lookBack: texts('title', 'intro', 'worked', 'history'),
	plan: texts('title', 'intro', 'tasks', 'time', 'result'),
	goals: texts('title'),
	tips: texts('title'),
})
export type PlannerWords = z.infer<typeof PlannerSchema>
