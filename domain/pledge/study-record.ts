import { localClock, localDay } from '#domain/clock/local-clock.ts'
import { addDays, mondayOf } from '#domain/clock/week-date.ts'
import { readModuleId } from '#domain/gating/check-module-access.ts'
import { nextModule } from '#domain/progress/completed-modules.ts'
import type { SectionOutline } from '#domain/progress/measure-course.ts'
import { progressKey, type ProgressKind } from '#domain/progress/progress-entry.ts'

import { type Pledge, weekdayOf } from './pledge.ts'

/** Times are milliseconds since 1970. */
export type StudyFact = { kind: ProgressKind; key: string; done: boolean; changedAtMs: number; firstChangedAtMs: number }

export type StudyRecord = {
	readonly facts: readonly StudyFact[]
	/** Time of the first pass of each knowledge check, in milliseconds since 1970, keyed by `progressKey.lesson`. */
	readonly passedAtMs: ReadonlyMap<string, number>
}

type Outline = readonly { id: number; sections: readonly Pick<SectionOutline, 'id' | 'lessonId' | 'without'>[] }[]

/** Place to resume. `complete`: the last page of a module whose sections are all finished. */
export type NextSection = { kind: 'section' | 'complete'; moduleId: number; sectionId: string }

/** Entries that don't count as study: study weeks are derived from other entries, and a personality quiz teaches nothing. */
const NO_STUDY: readonly ProgressKind[] = ['study-week', 'quiz-result']

/** True if a section is finished: its check is passed. Without a check, its text must be read; without a lesson, it must be opened. */
function isFinished({ facts, passedAtMs }: StudyRecord, moduleId: number, section: Outline[number]['sections'][number]): boolean {
	const { id, lessonId, without = [] } = section
	if (lessonId === null) return facts.some(({ kind, key }) => kind === 'section' && key === progressKey.section(moduleId, id))
	const lesson = progressKey.lesson(moduleId, lessonId)
	if (without.includes('check')) return facts.some(({ kind, key, done }) => kind === 'reading' && key === lesson && done)
	return passedAtMs.has(lesson)
}

/**
 * Finds where to resume, in the first module that isn't completed. That is the section opened last, unless it is finished; otherwise the
 * next unfinished one, starting over at the beginning; otherwise the module's last page. Null if all modules are completed.
 */
export function nextSection(outline: Outline, record: StudyRecord): NextSection | null {
	const { facts } = record
	const completed = new Set(
		facts.flatMap(({ kind, key, done }) => {
			const id = kind === 'module' && done ? readModuleId(key) : null
			return id === null ? [] : [id]
		}),
	)
	const moduleId = nextModule(outline, completed)
	const module = outline.find(({ id }) => id === moduleId)
	const last = module?.sections.at(-1)
	if (!module || !last) return null
	const lastChange = (sectionId: string) =>
		facts.find(({ kind, key }) => kind === 'section' && key === progressKey.section(module.id, sectionId))?.changedAtMs ?? -1
	const latest = module.sections.reduce((best, { id }, index) => (lastChange(id) > best.at ? { at: lastChange(id), index } : best), {
		at: -1,
		index: 0,
	})
	const fromThere = [...module.sections.slice(latest.index), ...module.sections.slice(0, latest.index)]
	const open = fromThere.find((section) => !isFinished(record, module.id, section))
	return open ? { kind: 'section', moduleId: module.id, sectionId: open.id } : { kind: 'complete', moduleId: module.id, sectionId: last.id }
}

export type DotDay = { day: string; isDone: boolean; isPlanned: boolean }

export type WeekRecord = {
	week: string
	/** Knowledge checks passed for the first time in this week. */
	passed: number
	days: DotDay[]
}

type WeekRecordsOptions = {
	pledge: Pledge
	/** First day (`YYYY-MM-DD`) on which a pledged evening counts as planned. */ since: string
	nowMs: number
	weeks: number
}

/** Returns the learner's last weeks in the pledge's time zone, oldest first. */
export function weekRecords({ facts, passedAtMs }: StudyRecord, { pledge, since, nowMs, weeks }: WeekRecordsOptions): WeekRecord[] {
	const clock = localClock(pledge.zone)
	const thisWeek = mondayOf(localDay(clock, nowMs)) ?? ''
	const first = addDays(thisWeek, -7 * (weeks - 1))
	const studied = new Set(
		facts
			.filter(({ kind, done }) => done && !NO_STUDY.includes(kind))
			.flatMap(({ changedAtMs, firstChangedAtMs }) => [localDay(clock, changedAtMs), localDay(clock, firstChangedAtMs)]),
	)
	const passed = [...passedAtMs.values()].map((time) => localDay(clock, time))
	return Array.from({ length: weeks }, (_, index) => {
		const week = addDays(first, 7 * index)
		const days = Array.from({ length: 7 }, (_day, offset) => addDays(week, offset))
		return {
			week,
			passed: passed.filter((day) => days.includes(day)).length,
			days: days.map((day) => ({
				day,
				isDone: studied.has(day),
				isPlanned: day >= since && pledge.evenings.includes(weekdayOf(day)),
			})),
		}
	})
}
