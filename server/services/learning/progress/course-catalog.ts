import { taughtModule } from '#content/lesson-files.server.ts'
import { readLesson } from '#content/lessons.server.ts'
import { MODULE_IDS, type ModuleId } from '#domain/gating/check-module-access.ts'
import type { CatalogModule, CourseCatalog } from '#domain/progress/course-catalog.ts'
import { CAREER_RESULT_VALUES } from '#domain/quiz/career-path-quiz.ts'
import { HUSTLER_TYPES } from '#domain/quiz/hustler-quiz.ts'
import { TRIAL_TYPES } from '#domain/quiz/trial-quiz.ts'
import { SELECTOR_RESULT_VALUES } from '#domain/selector/selector-result.ts'

async function describeModule(id: ModuleId): Promise<CatalogModule> {
	const { sections, projectChoice } = taughtModule(id)
	const taught = await Promise.all(
		sections.map(async ({ id: sectionId, lessonId }) => ({ sectionId, lesson: lessonId === null ? null : await readLesson(id, lessonId) })),
	)
	return {
		id,
		sectionIds: sections.map((section) => section.id),
		checklists: taught.flatMap(({ sectionId, lesson }) => (lesson?.text.boxes.length ? [{ sectionId, boxes: lesson.text.boxes }] : [])),
		milestones: sections.flatMap(({ milestone }) => milestone?.id ?? []),
		projects: projectChoice?.projects.map((project) => project.id) ?? [],
		lessons: taught.flatMap(({ lesson }) =>
			lesson ? [{ id: lesson.id, stepCount: lesson.steps.length, questionCount: lesson.quiz.length }] : [],
		),
	}
}

let known: Promise<CourseCatalog> | null = null

/** What course progress may refer to. Content does not change while the server runs, so it is read once. */
export function readCourseCatalog(): Promise<CourseCatalog> {
	known ??= Promise.all(MODULE_IDS.map(describeModule)).then((modules) => ({
		modules,
		quizzes: { hustler: HUSTLER_TYPES, trial: TRIAL_TYPES, 'income-selector': SELECTOR_RESULT_VALUES, 'career-path': CAREER_RESULT_VALUES },
	}))
	known.catch(() => (known = null))
	return known
}
