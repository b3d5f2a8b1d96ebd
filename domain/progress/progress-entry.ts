/** Kinds that only grow: once done, always done. A reading that is not done yet says how far it came. */
export const MONOTONE_KINDS = ['section', 'module', 'reading', 'lesson-quiz', 'quiz-result', 'study-week'] as const
/** Kinds a learner may take back: the newest change wins. */
export const TOGGLE_KINDS = ['task', 'step', 'milestone', 'project', 'box'] as const
export const PROGRESS_KINDS = [...MONOTONE_KINDS, ...TOGGLE_KINDS] as const

export type ProgressKind = (typeof PROGRESS_KINDS)[number]

/**
 * Facts that belong to an entry: `{score, total}` of a knowledge check, `{type}` of a quiz result, `{project}` of a choice,
 * `{block, of, seconds}` of a reading: the current paragraph, their number, and the time on screen.
 */
export type ProgressDetail = Readonly<Record<string, string | number | boolean>>

/** One fact of a learner's progress. Kind and key together name it; `progressKey` builds the keys. */
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
	/** A line of a checklist in a section's text, by the name that `boxIds` gives it. */
	box: (moduleId: number, sectionId: string, box: string) => `${moduleId}/${sectionId}/${box}`,
	milestone: (moduleId: number, name: string) => `${moduleId}/${name}`,
	/** A week in which something was studied, by its Monday, `YYYY-MM-DD`, in the learner's own time zone. */
	studyWeek: (monday: string) => monday,
	/** The project picked in a module; `detail.project` says which. */
	project: (moduleId: number) => String(moduleId),
} as const

/** Name of an entry within one learner's progress. */
export const entryId = (entry: Pick<ProgressEntry, 'kind' | 'key'>): string => `${entry.kind}:${entry.key}`

export const isToggle = (kind: ProgressKind): boolean => (TOGGLE_KINDS as readonly ProgressKind[]).includes(kind)
