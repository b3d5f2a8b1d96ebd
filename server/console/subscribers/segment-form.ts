import type { Content } from '#content/load-content.server.ts'
import { type Segment, SUBSCRIPTION_SOURCES, toSegment } from '#server/services/people/newsletter/segment.ts'

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

/** Quizzes that a segment can refer to. Stored values other than their results are answers to single questions. */
const nameQuizzes = ({ hustlerQuiz, freeTrial, selector, careerPath }: Content) => [
	{ key: 'hustler', name: 'Hustler quiz', results: Object.values(hustlerQuiz.profiles).map(({ type, title }) => [type, title] as const) },
	{
		key: 'trial',
		name: 'Trial quiz',
		results: Object.entries(freeTrial.quiz.results).map(([type, { title }]) => [type, title] as const),
	},
	{ key: 'income-selector', name: 'Income selector', results: selector.types.map(({ id, name }) => [id, name] as const) },
	{ key: 'career-path', name: 'Career path quiz', results: careerPath.tracks.map(({ id, title }) => [id, title] as const) },
]

export const nameOfSource = (source: string): string => NAMES[source] ?? source

export type SegmentChoice = { name: keyof SegmentWords; label: string; options: readonly (readonly [value: string, label: string])[] }

export function listSegmentChoices(content: Content): readonly SegmentChoice[] {
	return [
		{ name: 'source', label: 'Source', options: SUBSCRIPTION_SOURCES.map((source) => [source, nameOfSource(source)]) },
		{
			name: 'quiz',
			label: 'Quiz result',
			options: nameQuizzes(content).flatMap(({ key, name, results }) =>
				results.map(([type, title]) => [`${key}:${type}`, `${name}: ${title}`] as const),
			),
		},
		{
			name: 'module',
			label: 'Completed',
			options: content.allModulePages.map(({ id }) => [String(id), content.nameModule(id)]),
		},
		{
			name: 'bought',
			label: 'Bought',
			options: [
				...['yes', 'no'].map((value) => [value, nameOfSource(value)] as const),
				...(content.offers.length > 1 ? content.offers : []).flatMap(({ code, productName }) => [
					[`yes:${code}`, `has ${productName}`] as const,
					[`no:${code}`, `doesn’t have ${productName}`] as const,
				]),
			],
		},
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
