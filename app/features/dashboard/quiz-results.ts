import { paths } from '#contracts/paths.ts'
import { progressKey, type ProgressEntry } from '#domain/progress/progress-entry.ts'

/** Titles of the results of personality quizzes and tools, by quiz key and result ID. Excludes quizzes whose page is turned off. */
export type ResultTitles = Readonly<Record<string, Readonly<Record<string, string>>>>

type Modules = readonly { id: number; sections: readonly { id: string; title: string; lessonId: string | null }[] }[]

export type QuizLine = {
	name: string
	/** The result as text; null if the quiz wasn't taken or its result no longer exists. */
	result: string | null
	href: string
}

const TOOLS = [
	{ key: 'hustler', name: 'Hustler quiz', href: paths.hustlerQuiz },
	{ key: 'trial', name: 'Personality quiz', href: paths.freeTrial },
	{ key: 'income-selector', name: 'Income selector', href: paths.incomeSelector },
	{ key: 'career-path', name: 'Career path quiz', href: paths.careerPath },
] as const

export function listToolResults(entries: readonly ProgressEntry[], titles: ResultTitles): QuizLine[] {
	return TOOLS.filter(({ key }) => key in titles).map(({ key, name, href }) => {
		const type = entries.find((entry) => entry.kind === 'quiz-result' && entry.key === key)?.detail?.type
		return { name, href, result: (typeof type === 'string' && titles[key]?.[type]) || null }
	})
}

/** Returns the knowledge checks taken so far, in course order. */
export function checkResults(entries: readonly ProgressEntry[], modules: Modules): QuizLine[] {
	const checks = new Map(entries.filter(({ kind }) => kind === 'lesson-quiz').map((entry) => [entry.key, entry.detail]))
	return modules.flatMap((module) =>
		module.sections.flatMap(({ id, title, lessonId }) => {
			const { score, total } = (lessonId && checks.get(progressKey.lesson(module.id, lessonId))) || {}
			if (typeof score !== 'number' || typeof total !== 'number') return []
			return { name: title, result: `${score} out of ${total}`, href: `${paths.courseModule(module.id)}?section=${id}` }
		}),
	)
}
