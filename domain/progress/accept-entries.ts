import { isWeek, weekAt } from '#domain/clock/week-date.ts'
import { checkModuleAccess, findModule, type ModuleId } from '#domain/gating/check-module-access.ts'
import { parseReadingPlace } from '#domain/reading/reading-place.ts'

import { completedModules } from './completed-modules.ts'
import { isToggle, type ProgressEntry } from './progress-entry.ts'

/** Structure of all courses, derived from the content. */
export type CourseCatalog = {
	readonly modules: readonly CatalogModule[]
	/** Possible results of each quiz, by its name. */
	readonly quizzes: Readonly<Record<string, readonly string[]>>
}

/** A module with its parts. A module without sections, like the career path, can't be completed. */
export type CatalogModule = {
	readonly id: ModuleId
	/** Module to complete first; null if there is none. */
	readonly requires: ModuleId | null
	readonly sectionIds: readonly string[]
	readonly milestones: readonly string[]
	/** Sections with a checklist, and the IDs of its items. */
	readonly checklists: readonly { readonly sectionId: string; readonly boxes: readonly string[] }[]
	/** Projects to choose from; may be empty. */
	readonly projects: readonly string[]
	readonly lessons: readonly { readonly id: string; readonly stepCount: number; readonly questionCount: number }[]
}

export type RefusalReason =
	/** The course has no such module, section, lesson, step, checklist item, milestone or quiz. */
	| 'unknown-key'
	/** An entry of a monotone kind was reported as not done. */
	| 'not-done'
	/** The score or result is impossible, or the entry has details although its kind has none. */
	| 'bad-detail'
	/** The entry's module is locked. */
	| 'previous-incomplete'

export type AcceptedEntries = { accepted: ProgressEntry[]; refused: { entry: ProgressEntry; reason: RefusalReason }[] }

type Rules = {
	catalog: CourseCatalog
	/** Server time in milliseconds. Later times are reduced to it: a browser with a fast clock must not win every merge. */
	nowMs: number
}

/**
 * Decides which entries an account accepts. A rejected entry doesn't block the others, because one removed section must not keep all
 * progress from being saved.
 * @param held entries already in the account; they open later modules, as do completions in the same call
 */
export function acceptEntries(
	held: readonly ProgressEntry[],
	reports: readonly ProgressEntry[],
	{ catalog, nowMs }: Rules,
): AcceptedEntries {
	const result: AcceptedEntries = { accepted: [], refused: [] }
	const completed = new Set<ModuleId>(completedModules(held))
	for (const report of inModuleOrder(reports, catalog)) {
		const entry = report.changedAt > nowMs ? { ...report, changedAt: nowMs } : report
		const reason = refusalOf(entry, { catalog, completed, nowMs })
		if (reason) {
			result.refused.push({ entry: report, reason })
			continue
		}
		result.accepted.push(entry)
		for (const moduleId of completedModules([entry])) completed.add(moduleId)
	}
	return result
}

/** Maximum answers in a quiz result. The longest quiz on our pages, the income selector, has sixteen. */
const MAX_ANSWERS = 20

/** Sorts reports in course order, so that modules completed while offline open one another. Entries without a module come first. */
function inModuleOrder(reports: readonly ProgressEntry[], { modules }: CourseCatalog) {
	const places = new Map(modules.map(({ id }, place) => [String(id), place]))
	const placeOf = ({ key }: ProgressEntry) => places.get(key.split('/', 1)[0] ?? '') ?? -1
	return reports.toSorted((a, b) => placeOf(a) - placeOf(b))
}

type Gate = { catalog: CourseCatalog; completed: ReadonlySet<ModuleId>; nowMs: number }

function refusalOf(entry: ProgressEntry, { catalog, completed, nowMs }: Gate): RefusalReason | null {
	if (!isToggle(entry.kind) && entry.kind !== 'reading' && !entry.done) return 'not-done'
	if (entry.kind === 'quiz-result') return refusalOfQuizResult(entry, catalog)
	if (entry.kind === 'study-week') return refusalOfStudyWeek(entry, nowMs)

	const [moduleText = '', ...rest] = entry.key.split('/')
	const module = findModule(catalog.modules, moduleText)
	if (!module || !isKeyOf(entry, module, rest)) return 'unknown-key'
	if (!isDetailOf(entry, module, rest)) return 'bad-detail'
	return checkModuleAccess(module, { completed }).allowed ? null : 'previous-incomplete'
}

/** Maximum offset from UTC. A learner's Monday may start this much earlier than the server's. */
const FARTHEST_AHEAD_MINUTES = 14 * 60

function refusalOfStudyWeek({ key, detail }: ProgressEntry, nowMs: number): RefusalReason | null {
	if (!isWeek(key) || key > weekAt(nowMs, FARTHEST_AHEAD_MINUTES)) return 'unknown-key'
	return detail === undefined ? null : 'bad-detail'
}

function refusalOfQuizResult({ key, detail }: ProgressEntry, { quizzes }: CourseCatalog): RefusalReason | null {
	const types = Object.hasOwn(quizzes, key) ? quizzes[key] : undefined
	if (!types) return 'unknown-key'
	const { type, answers, ...beyond } = detail ?? {}
	const picked = typeof answers === 'string' ? answers.split(',') : []
	const isKnown = typeof type === 'string' && [type, ...picked].every((each) => types.includes(each)) && picked.length <= MAX_ANSWERS
	const isPlain = (answers === undefined || typeof answers === 'string') && Object.keys(beyond).length === 0
	return isKnown && isPlain ? null : 'bad-detail'
}

const isStepNumber = (text: string, stepCount: number) => /^(?:0|[1-9]\d{0,3})$/.test(text) && Number(text) < stepCount

function isKeyOf({ kind }: ProgressEntry, module: CatalogModule, [name = '', step, ...beyond]: string[]): boolean {
	if (beyond.length > 0 || (step !== undefined && kind !== 'step' && kind !== 'box')) return false
	const lesson = module.lessons.find(({ id }) => id === name)
	switch (kind) {
		case 'module':
			return name === '' && module.sectionIds.length > 0
		case 'project':
			return name === '' && module.projects.length > 0
		case 'section':
			return module.sectionIds.includes(name)
		case 'milestone':
			return module.milestones.includes(name)
		case 'lesson-quiz':
		case 'reading':
		case 'task':
			return lesson !== undefined
		case 'step':
			return lesson !== undefined && step !== undefined && isStepNumber(step, lesson.stepCount)
		case 'box':
			return step !== undefined && module.checklists.some(({ sectionId, boxes }) => sectionId === name && boxes.includes(step))
		case 'quiz-result':
		case 'study-week':
			return false
	}
}

function isDetailOf({ kind, detail }: ProgressEntry, module: CatalogModule, [name]: string[]): boolean {
	if (kind === 'project') return isPickOf(detail, module)
	if (kind === 'reading') return parseReadingPlace(detail) !== null
	if (kind !== 'lesson-quiz') return detail === undefined
	const questionCount = module.lessons.find(({ id }) => id === name)?.questionCount ?? 0
	const { score, total, ...beyond } = detail ?? {}
	if (Object.keys(beyond).length > 0 || total !== questionCount) return false
	return typeof score === 'number' && Number.isInteger(score) && score >= 0 && score <= questionCount
}

function isPickOf(detail: ProgressEntry['detail'], { projects }: CatalogModule): boolean {
	const { project, ...beyond } = detail ?? {}
	return typeof project === 'string' && projects.includes(project) && Object.keys(beyond).length === 0
}
