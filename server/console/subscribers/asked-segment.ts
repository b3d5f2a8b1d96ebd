import type { Content } from '#content/load-content.server.ts'
import { readCourseCatalog } from '#server/services/learning/progress/course-catalog.ts'
import { toSegment } from '#server/services/people/newsletter-issues/stored-segment.ts'
import { type Segment, SUBSCRIPTION_SOURCES } from '#server/services/people/newsletter/segment.ts'

/** A segment as URL parameters and form fields. */
export type SegmentWords = Readonly<Record<'source' | 'quiz' | 'module' | 'bought', string>>

const NAMES: Readonly<Record<string, string>> = {
	blog: 'blog form',
	popup: 'pop-up',
	settings: 'account settings',
	import: 'imported file',
	yes: 'has access to the course',
	no: 'has no access to the course',
}
const QUIZZES: Readonly<Record<string, string>> = {
	hustler: 'Hustler quiz',
	trial: 'Trial quiz',
	'income-selector': 'Income selector',
	'career-path': 'Career path quiz',
}

/** A number is the answer to a single question, not a quiz result. */
const isResult = (type: string) => !/^\d+$/.test(type)

const nameQuizResult = (key: string, type: string) => `${QUIZZES[key] ?? key.replaceAll('-', ' ')}: ${type.replaceAll('-', ' ')}`
export const nameOfSource = (source: string): string => NAMES[source] ?? source

export type SegmentChoice = { name: keyof SegmentWords; label: string; options: readonly (readonly [value: string, label: string])[] }

export function listSegmentChoices(content: Content): readonly SegmentChoice[] {
	const { quizzes } = readCourseCatalog(content)
	return [
		{ name: 'source', label: 'Source', options: SUBSCRIPTION_SOURCES.map((source) => [source, nameOfSource(source)]) },
		{
			name: 'quiz',
			label: 'Quiz result',
			options: Object.entries(quizzes).flatMap(([key, types]) =>
				types.filter(isResult).map((type) => [`${key}:${type}`, nameQuizResult(key, type)] as const),
			),
		},
		{
			name: 'module',
			label: 'Completed',
			options: content.allModulePages.map(({ id }) => [
				String(id),
				content.gatedModule(id).courseId ? content.nameModule(id) : `module ${id}`,
			]),
		},
		{ name: 'bought', label: 'Bought', options: ['yes', 'no'].map((value) => [value, nameOfSource(value)]) },
	]
}

/** Reads the requested segment; unknown choices are ignored. */
export async function readSegment(
	content: Content,
	read: (name: string) => string | null | undefined,
): Promise<{ segment: Segment; words: SegmentWords; title: string }> {
	const choices = listSegmentChoices(content)
	const chosen = choices.flatMap(({ name, label, options }) => {
		const option = options.find(([value]) => value === read(name))
		return option ? [{ name, label, value: option[0], option: option[1] }] : []
	})
	const words = { source: '', quiz: '', module: '', bought: '', ...Object.fromEntries(chosen.map(({ name, value }) => [name, value])) }
	return { segment: toSegment(words), words, title: chosen.map(({ label, option }) => `${label}: ${option}`).join(', ') || 'all' }
}
