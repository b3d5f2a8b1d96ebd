import { isCheckPassed } from '#domain/certificates/may-issue-certificate.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'

import { entryId, progressKey, type ProgressEntry } from './progress-entry.ts'

/** IDs of the fields and table columns that count toward completing an exercise. */
export type ExerciseOutline = { readonly id: string; readonly fields: readonly string[]; readonly columns: readonly string[] }

/** A section with content; other sections aren't listed. */
export type SectionOutline = {
	readonly id: string
	/** Null for an overview without a lesson. */
	readonly lessonId: string | null
	readonly milestoneId: string | null
	readonly exercises: readonly ExerciseOutline[]
	/** Kinds of work that the lesson lacks, such as a check or a task. */
	readonly without?: readonly PieceKind[]
	readonly minutes: number
}
export type ModuleOutline = { readonly id: ModuleId; readonly sections: readonly SectionOutline[] }
export type CourseOutline<M extends ModuleOutline = ModuleOutline> = {
	readonly modules: readonly M[]
	/** Minimum percentage of correct answers to pass a knowledge check. */
	readonly passPercent: number
}

/** Declared here with only the fields needed, because domain/exercises depends on this folder. */
type FilledExercise = {
	readonly moduleId: number
	readonly lessonId: string
	readonly exerciseId: string
	readonly fields: readonly { readonly id: string; readonly value: string }[]
}

export type LearnerRecord = { readonly entries: readonly ProgressEntry[]; readonly exercises: readonly FilledExercise[] }

export type PieceKind = 'reading' | 'exercise' | 'check' | 'task' | 'milestone'
/** A piece of work in a section: text, exercises, check, task or milestone. */
export type Piece = { readonly kind: PieceKind; readonly isDone: boolean }

export type SectionMeasure = {
	readonly id: string
	readonly isOpened: boolean
	readonly isDone: boolean
	readonly pieces: readonly Piece[]
}

export type CompletedShare = { readonly done: number; readonly of: number }

export type Measure = {
	readonly read: CompletedShare
	readonly exercised: CompletedShare
	readonly checked: CompletedShare
	readonly handedIn: CompletedShare
	readonly all: CompletedShare
	/** Whole percent. 100 only if nothing is left to do; 0 if there never was anything to do. */
	readonly percent: number
	readonly minutesLeft: number
}

export type ModuleMeasure = Measure & {
	readonly id: ModuleId
	readonly opened: CompletedShare
	readonly sections: readonly SectionMeasure[]
}

export type CourseMeasure = Measure & { readonly modules: readonly ModuleMeasure[] }

/**
 * Measures progress in a course, for all pages (docs/adr/0337). Opening a section and completing a module don't count. A section's usual
 * duration is divided equally among its pieces of work.
 */
export function measureCourseProgress({ modules, passPercent }: CourseOutline, record: LearnerRecord): CourseMeasure {
	const measured = modules.map((module) => measureModuleProgress(module, passPercent, record))
	const sections = measured.flatMap((module) => module.sections)
	return {
		...sharesOf(sections.flatMap(({ pieces }) => pieces)),
		minutesLeft: measured.reduce((sum, { minutesLeft }) => sum + minutesLeft, 0),
		modules: measured,
	}
}

export function measureModuleProgress({ id, sections }: ModuleOutline, passPercent: number, record: LearnerRecord): ModuleMeasure {
	const done = new Map(record.entries.filter((entry) => entry.done).map((entry) => [entryId(entry), entry]))
	const facts: Facts = {
		has: (kind, key) => done.has(entryId({ kind, key })),
		isPassed(key) {
			const { score, total } = done.get(entryId({ kind: 'lesson-quiz', key }))?.detail ?? {}
			return typeof score === 'number' && typeof total === 'number' && isCheckPassed({ score, total }, passPercent)
		},
		exercises: record.exercises,
	}
	const measured = sections.map((section): SectionMeasure => {
		const pieces = piecesOf(id, section, facts)
		const isOpened = facts.has('section', progressKey.section(id, section.id))
		return { id: section.id, isOpened, isDone: pieces.every(({ isDone }) => isDone), pieces }
	})
	const minutesLeft = sections.map(({ minutes }, at) => {
		const pieces = measured[at]?.pieces ?? []
		return (Math.max(minutes, 0) * pieces.filter(({ isDone }) => !isDone).length) / Math.max(pieces.length, 1)
	})
	return {
		id,
		...sharesOf(measured.flatMap(({ pieces }) => pieces)),
		minutesLeft: Math.round(minutesLeft.reduce((sum, minutes) => sum + minutes, 0)),
		opened: shareOf(measured.map(({ isOpened }) => isOpened)),
		sections: measured,
	}
}

type Facts = {
	has: (kind: ProgressEntry['kind'], key: string) => boolean
	isPassed: (key: string) => boolean
	exercises: readonly FilledExercise[]
}

function piecesOf(moduleId: ModuleId, { id, lessonId, milestoneId, exercises, without = [] }: SectionOutline, facts: Facts): Piece[] {
	const milestone: Piece[] =
		milestoneId === null ? [] : [{ kind: 'milestone', isDone: facts.has('milestone', progressKey.milestone(moduleId, milestoneId)) }]
	if (lessonId === null) return [{ kind: 'reading', isDone: facts.has('section', progressKey.section(moduleId, id)) }, ...milestone]

	const key = progressKey.lesson(moduleId, lessonId)
	const filled = facts.exercises.filter((one) => one.moduleId === moduleId && one.lessonId === lessonId)
	const isWorked = (exercise: ExerciseOutline) => filled.some((one) => one.exerciseId === exercise.id && isExerciseDone(exercise, one))
	const all: Piece[] = [
		{ kind: 'reading', isDone: facts.has('reading', key) },
		...(exercises.length > 0 ? [{ kind: 'exercise' as const, isDone: exercises.every(isWorked) }] : []),
		{ kind: 'check', isDone: facts.isPassed(key) },
		{ kind: 'task', isDone: facts.has('task', key) },
		...milestone,
	]
	return all.filter(({ kind }) => !without.includes(kind))
}

/** True if at least half of an exercise's fields are filled in. Its table counts as one row, and removed fields don't count. */
export function isExerciseDone({ fields, columns }: ExerciseOutline, filled: FilledExercise): boolean {
	const entered = filled.fields.filter(({ value }) => value.trim() !== '').map(({ id }) => id)
	const cells = entered.filter((id) => columns.includes(id.split('.')[0] ?? '') && id.includes('.'))
	const done = entered.filter((id) => fields.includes(id)).length + Math.min(cells.length, columns.length)
	return done > 0 && done * 2 >= fields.length + columns.length
}

const shareOf = (all: readonly boolean[]): CompletedShare => ({ done: all.filter(Boolean).length, of: all.length })

function sharesOf(pieces: readonly Piece[]): Omit<Measure, 'minutesLeft'> {
	const share = (...kinds: PieceKind[]) => shareOf(pieces.filter(({ kind }) => kinds.includes(kind)).map(({ isDone }) => isDone))
	const all = shareOf(pieces.map(({ isDone }) => isDone))
	return {
		read: share('reading'),
		exercised: share('exercise'),
		checked: share('check'),
		handedIn: share('task', 'milestone'),
		all,
		percent: all.of === 0 ? 0 : Math.floor((all.done / all.of) * 100),
	}
}

export type MissingPiece = { readonly sectionId: string; readonly kind: PieceKind }

export const missingPieces = ({ sections }: Pick<ModuleMeasure, 'sections'>): MissingPiece[] =>
	sections.flatMap(({ id, pieces }) => pieces.filter(({ isDone }) => !isDone).map(({ kind }) => ({ sectionId: id, kind })))

/**
 * Finds the nearest piece of work to do: in the section, otherwise after it, otherwise from the start of the module. Null if there is none.
 * @param from ID of the section; null starts at the first
 */
export function nearestMissing({ sections }: Pick<ModuleMeasure, 'sections'>, from: string | null): MissingPiece | null {
	const at = Math.max(
		sections.findIndex(({ id }) => id === from),
		0,
	)
	return missingPieces({ sections: [...sections.slice(at), ...sections.slice(0, at)] })[0] ?? null
}
