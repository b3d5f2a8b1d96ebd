import type { LessonWithText } from '#content/derive-texts.ts'
import type { Content } from '#content/load-content.server.ts'
import { oncePerContent } from '#content/once-per-content.ts'
import type { GatedModule } from '#domain/gating/check-module-access.ts'
import type { CatalogModule, CourseCatalog } from '#domain/progress/accept-entries.ts'
import { CAREER_RESULT_VALUES } from '#domain/quiz/career-path-quiz.ts'
import { HUSTLER_TYPES } from '#domain/quiz/hustler-quiz.ts'
import { TRIAL_TYPES } from '#domain/quiz/trial-quiz.ts'
import { SELECTOR_RESULT_VALUES } from '#domain/selector/selector-result.ts'

function describeModule(content: Content, { id, requires }: GatedModule): CatalogModule {
	const { allTaughtModules, readLesson, trackLessons } = content
	const { sections = [], projectChoice } = allTaughtModules.find((module) => module.id === id) ?? {}
	const places = [
		...sections.map((section) => ({ sectionId: section.id, lessonId: section.lessonId })),
		...trackLessons.filter(({ moduleId }) => moduleId === id).map((lesson) => ({ sectionId: lesson.id, lessonId: lesson.id })),
	]
	const taught = places.map(({ sectionId, lessonId }) => ({ sectionId, lesson: lessonId === null ? null : readLesson(id, lessonId) }))
	return {
		id,
		requires,
		sectionIds: sections.map((section) => section.id),
		checklists: taught.flatMap(({ sectionId, lesson }) => (lesson?.text.boxes.length ? [{ sectionId, boxes: lesson.text.boxes }] : [])),
		milestones: sections.flatMap(({ milestone }) => milestone?.id ?? []),
		projects: projectChoice?.projects.map((project) => project.id) ?? [],
		lessons: taught.flatMap(({ lesson }) => (lesson ? [measureLesson(lesson)] : [])),
	}
}

const measureLesson = ({ id, steps, quiz }: LessonWithText) => ({ id, stepCount: steps.length, questionCount: quiz.length })

/** Describes the modules of all courses, for merging progress. */
export const readCourseCatalog = oncePerContent((content): CourseCatalog => ({
	modules: content.allGatedModules.map((module) => describeModule(content, module)),
	quizzes: { hustler: HUSTLER_TYPES, trial: TRIAL_TYPES, 'income-selector': SELECTOR_RESULT_VALUES, 'career-path': CAREER_RESULT_VALUES },
}))
