import fc from 'fast-check'
import { expect, test } from 'vitest'

import { mayIssueCertificate, type CourseEvidence } from '#domain/certificates/may-issue-certificate.ts'
import { acceptEntries, type CourseCatalog } from '#domain/progress/accept-entries.ts'
import { completedModules, lastOpenedSection, nextModule } from '#domain/progress/completed-modules.ts'
import { measureCourseProgress, missingPieces, nearestMissing } from '#domain/progress/measure-course.ts'
import type { ProgressEntry, ProgressKind } from '#domain/progress/progress-entry.ts'

import { checkLessonAccess } from './check-lesson-access.ts'
import { MAX_MODULE_ID } from './check-module-access.ts'
import { moduleProgressPercent } from './module-progress.ts'

type Section = { id: string; lessonId: string | null; milestoneId: string | null; exercises: []; minutes: number }
type Module = { id: number; requires: number | null; isFree: boolean; sections: Section[] }

const sections = fc
	.array(fc.record({ hasLesson: fc.boolean(), hasMilestone: fc.boolean(), minutes: fc.integer({ min: 1, max: 240 }) }), {
		minLength: 1,
		maxLength: 30,
	})
	.map((list) =>
		list.map(({ hasLesson, hasMilestone, minutes }, index): Section => {
			const id = `section-${index}`
			return { id, lessonId: hasLesson ? id : null, milestoneId: hasMilestone ? `milestone-${index}` : null, exercises: [], minutes }
		}),
	)

/** IDs and their order are arbitrary; a module requires nothing or an earlier module. */
const courses = fc
	.uniqueArray(
		fc.record({ id: fc.integer({ min: 1, max: MAX_MODULE_ID }), pick: fc.nat(), isGated: fc.boolean(), isFree: fc.boolean(), sections }),
		{ minLength: 1, maxLength: 12, selector: ({ id }) => id },
	)
	.map((list) =>
		list.map(({ id, pick, isGated, isFree, sections: own }, index): Module => {
			const requires = isGated && index > 0 ? (list[pick % index]?.id ?? null) : null
			return { id, requires, isFree, sections: own }
		}),
	)

const catalogOf = (course: readonly Module[]): CourseCatalog => ({
	modules: course.map(({ id, requires, sections: own }) => ({
		id,
		requires,
		sectionIds: own.map((section) => section.id),
		checklists: [],
		milestones: own.flatMap(({ milestoneId }) => milestoneId ?? []),
		projects: [],
		lessons: own.flatMap(({ lessonId }) => (lessonId === null ? [] : [{ id: lessonId, stepCount: 1, questionCount: 4 }])),
	})),
	quizzes: {},
})

const entry = (kind: ProgressKind, key: string, detail?: ProgressEntry['detail']): ProgressEntry => ({
	kind,
	key,
	done: true,
	changedAt: 1,
	...(detail && { detail }),
})

const entriesOf = ({ id, sections: own }: Module): ProgressEntry[] => [
	...own.flatMap(({ id: sectionId, lessonId, milestoneId }) => [
		entry('section', `${id}/${sectionId}`),
		...(lessonId === null
			? []
			: [
					entry('reading', `${id}/${lessonId}`, { block: 3, of: 4, seconds: 60 }),
					entry('task', `${id}/${lessonId}`),
					entry('lesson-quiz', `${id}/${lessonId}`, { score: 4, total: 4 }),
				]),
		...(milestoneId === null ? [] : [entry('milestone', `${id}/${milestoneId}`)]),
	]),
	entry('module', String(id)),
]
const wholeWalk = (course: readonly Module[]) => course.flatMap(entriesOf)
const idOf = ({ kind, key }: ProgressEntry) => `${kind}:${key}`

/** Progress reports for a course, in random order. */
const walks = courses.chain((course) => {
	const whole = wholeWalk(course)
	return fc.record({ course: fc.constant(course), sent: fc.shuffledSubarray(whole, { minLength: whole.length }) })
})
/** A course and any subset of its reports. */
const partWalks = courses.chain((course) => fc.record({ course: fc.constant(course), entries: fc.subarray(wholeWalk(course)) }))

test('following the next module completes every course in order', () => {
	fc.assert(
		fc.property(courses, (course) => {
			const completed = new Set<number>()
			for (const module of course) {
				expect(nextModule(course, completed)).toBe(module.id)
				expect(checkLessonAccess(module, { completed, hasEntitlement: true }, 'enrolled').allowed).toBe(true)
				completed.add(module.id)
			}
			expect(nextModule(course, completed)).toBeNull()
		}),
	)
})

test('a module stays locked without its requirement, and a paid one without the course', () => {
	fc.assert(
		fc.property(courses, (course) => {
			const all = new Set(course.map(({ id }) => id))
			for (const module of course) {
				const others = new Set([...all].filter((id) => id !== module.requires))
				const access = checkLessonAccess(module, { completed: others, hasEntitlement: true }, 'progress')
				expect(access).toEqual(
					module.requires === null ? { allowed: true } : { allowed: false, reason: 'previous-incomplete', previous: module.requires },
				)
				expect(checkLessonAccess(module, { completed: all, hasEntitlement: false }, 'enrolled').allowed).toBe(module.isFree)
			}
		}),
	)
})

test('a whole course walk is accepted in any order of arrival', () => {
	fc.assert(
		fc.property(walks, ({ course, sent }) => {
			const { accepted, refused } = acceptEntries([], sent, { catalog: catalogOf(course), nowMs: 10 })
			expect(refused).toEqual([])
			expect(accepted).toHaveLength(sent.length)
		}),
	)
})

test('a missing completion blocks only what requires it', () => {
	fc.assert(
		fc.property(walks, fc.nat(), ({ course, sent }, pick) => {
			const left = course[pick % course.length]?.id
			const closed = new Set<number>()
			for (const { id, requires } of course) if (requires !== null && (requires === left || closed.has(requires))) closed.add(id)
			const reports = sent.filter(({ kind, key }) => kind !== 'module' || Number(key) !== left)
			const { refused } = acceptEntries([], reports, { catalog: catalogOf(course), nowMs: 10 })
			const expected = reports.filter(({ key }) => closed.has(Number.parseInt(key, 10)))
			expect(refused.map((each) => idOf(each.entry)).toSorted()).toEqual(expected.map(idOf).toSorted())
			expect(refused.every(({ reason }) => reason === 'previous-incomplete')).toBe(true)
		}),
	)
})

test('progress of an earlier edition is refused alone, and changes nothing', () => {
	fc.assert(
		fc.property(courses, courses, (earlier, course) => {
			const known = new Set(wholeWalk(course).map(idOf))
			const gone = wholeWalk(earlier).filter((each) => !known.has(idOf(each)))
			const { accepted, refused } = acceptEntries([], [...gone, ...wholeWalk(course)], { catalog: catalogOf(course), nowMs: 10 })
			expect(refused.filter(({ reason }) => reason !== 'unknown-key')).toEqual([])
			expect(accepted).toHaveLength(wholeWalk(course).length)
			const measureOf = (entries: ProgressEntry[]) =>
				measureCourseProgress({ modules: course, passPercent: 60 }, { entries, exercises: [] })
			expect(measureOf(gone).all.done).toBe(0)
			expect(measureOf([...gone, ...wholeWalk(course)])).toEqual(measureOf(wholeWalk(course)))
			expect(nextModule(course, completedModules(gone))).toBe(course[0]?.id)
		}),
	)
})

test('percentages are between 0 and 100, grow with opened sections, and reach 100', () => {
	fc.assert(
		fc.property(partWalks, ({ course, entries }) => {
			const measureOf = (done: ProgressEntry[]) =>
				measureCourseProgress({ modules: course, passPercent: 60 }, { entries: done, exercises: [] })
			const some = measureOf(entries)
			for (const { percent, all, minutesLeft } of [some, ...some.modules]) {
				expect(percent >= 0 && percent <= 100 && minutesLeft >= 0).toBe(true)
				expect(percent === 100).toBe(all.done === all.of)
			}
			const whole = measureOf(wholeWalk(course))
			expect([whole.percent, whole.minutesLeft, whole.percent >= some.percent]).toEqual([100, 0, true])
			for (const { sections: own } of course) {
				const percents = own.map((_, index) => moduleProgressPercent(index, own.length))
				expect(percents).toEqual(percents.toSorted((a, b) => a - b))
				expect(percents[0]).toBe(0)
				if (own.length > 1) expect(percents.at(-1)).toBe(100)
			}
		}),
	)
})

test('the section to resume is the last opened one that still exists', () => {
	fc.assert(
		fc.property(partWalks, ({ course, entries }) => {
			const visits = entries.map((each, index) => ({ ...each, changedAt: index + 1 }))
			for (const { id, sections: own } of course) {
				const last = visits.findLast(({ kind, key }) => kind === 'section' && key.startsWith(`${id}/`))
				const names = own.map((section) => section.id)
				expect(lastOpenedSection(visits, id, names)).toBe(last ? last.key.split('/')[1] : null)
				expect(lastOpenedSection(visits, id, [])).toBeNull()
			}
		}),
	)
})

test('a module lists exactly what is missing, and suggests the nearest item', () => {
	fc.assert(
		fc.property(partWalks, ({ course, entries }) => {
			const held = new Set(entries.map(idOf))
			const { modules } = measureCourseProgress({ modules: course, passPercent: 60 }, { entries, exercises: [] })
			course.forEach((module, index) => {
				// A section with a lesson isn't complete when it was only opened; one without a lesson is.
				const taught = new Set(module.sections.flatMap(({ id, lessonId }) => (lessonId === null ? [] : [`${module.id}/${id}`])))
				const asked = entriesOf(module).filter(({ kind, key }) => kind !== 'module' && (kind !== 'section' || !taught.has(key)))
				const left = asked.filter((each) => !held.has(idOf(each)))
				const measured = modules[index]
				if (!measured) throw new Error('every module is measured')
				expect(missingPieces(measured)).toHaveLength(left.length)
				expect(measured.all).toEqual({ done: asked.length - left.length, of: asked.length })
				const nearest = nearestMissing(measured, null)
				expect(nearest === null).toBe(left.length === 0)
			})
		}),
	)
})

const evidenceOf = (course: readonly Module[]): CourseEvidence => {
	const places = course.flatMap(({ id, sections: own }) =>
		own.map((section) => ({ lessonId: section.lessonId, key: `${id}/${section.id}` })),
	)
	const taught = places.filter(({ lessonId }) => lessonId !== null)
	return {
		completed: new Set(course.map(({ id }) => id)),
		opened: new Set(places.map(({ key }) => key)),
		served: new Set(taught.map(({ key }) => key)),
		passed: new Set(taught.map(({ key }) => key)),
		sittings: 2,
	}
}
const ruleOf = (course: readonly Module[]) => ({
	sittings: 2,
	modules: course.map(({ id, sections: own }) => ({
		id,
		sections: own.map((section) => ({ id: section.id, hasText: section.lessonId !== null, checkOf: section.lessonId })),
	})),
})
const without = <T>(set: ReadonlySet<T>, gone: T) => new Set([...set].filter((each) => each !== gone))

test('every course leads to its certificate, and any one missing item is named', () => {
	fc.assert(
		fc.property(courses, fc.nat(), (course, pick) => {
			const rule = ruleOf(course)
			const whole = evidenceOf(course)
			expect(mayIssueCertificate(rule, whole, true)).toEqual({ allowed: true })
			expect(mayIssueCertificate(rule, whole, false)).toEqual({ allowed: false, isPaid: false, left: [] })
			const chosen = course[pick % course.length]
			const section = chosen?.sections[pick % chosen.sections.length]
			if (!chosen || !section) throw new Error('a course has modules, and a module sections')
			const place = { moduleId: chosen.id, sectionId: section.id }
			const key = `${chosen.id}/${section.id}`
			const leftWithout = (change: Partial<CourseEvidence>) => {
				const verdict = mayIssueCertificate(rule, { ...whole, ...change }, true)
				return verdict.allowed ? [] : verdict.left
			}
			expect(leftWithout({ opened: without(whole.opened, key) })).toEqual([{ kind: 'open-section', ...place }])
			expect(leftWithout({ completed: without(whole.completed, chosen.id) })).toEqual([{ kind: 'complete-module', moduleId: chosen.id }])
			const isTaught = section.lessonId !== null
			expect(leftWithout({ served: without(whole.served, key) })).toEqual(isTaught ? [{ kind: 'open-section', ...place }] : [])
			expect(leftWithout({ passed: without(whole.passed, key) })).toEqual(isTaught ? [{ kind: 'pass-check', ...place }] : [])
		}),
	)
})
