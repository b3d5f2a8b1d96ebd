/** Monotone kinds: once an entry is done, it stays done. A reading that isn't done stores its position. */
export const MONOTONE_KINDS = ['section', 'module', 'reading', 'lesson-quiz', 'quiz-result', 'study-week'] as const
/** Kinds that a learner can undo. The newest change wins. */
export const TOGGLE_KINDS = ['task', 'step', 'milestone', 'project', 'box'] as const
export const PROGRESS_KINDS = [...MONOTONE_KINDS, ...TOGGLE_KINDS] as const

export type ProgressKind = (typeof PROGRESS_KINDS)[number]

/**
 * Details of an entry: `{score, total}` of a knowledge check, `{type}` of a quiz result, `{project}` of a choice, and `{block,
 * of, seconds}` of a reading (current block, number of blocks, time on screen).
 */
export type ProgressDetail = Readonly<Record<string, string | number | boolean>>

/** A fact about a learner's progress, identified by kind and key (see `progressKey`). */
export type ProgressEntry = {
	readonly kind: ProgressKind
	readonly key: string
	readonly done: boolean
	/** Time of the learner's action, in milliseconds since 1970. */
	readonly changedAt: number
	readonly detail?: ProgressDetail | undefined
}

export const progressKey = {
	section: (moduleId: number, sectionId: string) => `${moduleId}/${sectionId}`,
	module: (moduleId: number) => String(moduleId),
	lesson: (moduleId: number, lessonId: string) => `${moduleId}/${lessonId}`,
	step: (moduleId: number, lessonId: string, stepIndex: number) => `${moduleId}/${lessonId}/${stepIndex}`,
	/** `box`: ID of the checklist item, from `boxIds`. */
	box: (moduleId: number, sectionId: string, box: string) => `${moduleId}/${sectionId}/${box}`,
	milestone: (moduleId: number, name: string) => `${moduleId}/${name}`,
	/** `monday`: first day of the week, `YYYY-MM-DD` in the learner's time zone. */
	studyWeek: (monday: string) => monday,
	/** The picked project is stored in `detail.project`. */
	project: (moduleId: number) => String(moduleId),
} as const

export const entryId = (entry: Pick<ProgressEntry, 'kind' | 'key'>): string => `${entry.kind}:${entry.key}`

export const isToggle = (kind: ProgressKind): boolean => (TOGGLE_KINDS as readonly ProgressKind[]).includes(kind)
