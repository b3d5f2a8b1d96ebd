import type { Content } from '#content/load-content.server.ts'
import { parseTag } from '#domain/tags/parse-tag.ts'
import { PROGRESS_STATES, PROGRESS_WORDS, type ProgressState, STALLED_DAYS } from '#server/services/learning/progress/progress-state.ts'
import { type Segment, SUBSCRIPTION_SOURCES, toSegment } from '#server/services/people/newsletter/segment.ts'

/** A segment as URL parameters and form fields. */
export type SegmentParams = Readonly<Record<'source' | 'quiz' | 'module' | 'progress' | 'bought' | 'tag', string>>

const NAMES: Readonly<Record<string, string>> = {
	blog: 'blog form',
	popup: 'pop-up',
	settings: 'account settings',
	import: 'console (added or imported)',
	yes: 'has access to the course',
	no: 'has no access to the course',
}

const PROGRESS_CLAUSES: Readonly<Record<ProgressState, string>> = {
	none: 'hasn’t started',
	active: `was active in the last ${STALLED_DAYS} days`,
	inactive: `has been inactive for ${STALLED_DAYS} days`,
	done: 'has a certificate',
}

/** Quizzes that a segment can refer to. Stored values that aren't results of a quiz are answers to single questions. */
const nameQuizzes = ({ hustlerQuiz, freeTrial, selector, careerPath }: Content) => [
	{
		key: 'hustler',
		name: 'Quiz: which side hustle fits',
		results: Object.values(hustlerQuiz.profiles).map(({ type, title }) => [type, title] as const),
	},
	{
		key: 'trial',
		name: 'Personality quiz',
		results: Object.entries(freeTrial.quiz.results).map(([type, { title }]) => [type, title] as const),
	},
	{ key: 'income-selector', name: 'Income selector', results: selector.types.map(({ id, name }) => [id, name] as const) },
	{ key: 'career-path', name: 'Career path quiz', results: careerPath.tracks.map(({ id, title }) => [id, title] as const) },
]

export const nameOfSource = (source: string): string => NAMES[source] ?? source

export type SegmentChoice = {
	name: keyof SegmentParams
	label: string
	/** Clause about a chosen subscriber; `{}` is the label of the option. */
	phrase: string
	/** Clauses for options whose label doesn't fit into one, by value. */
	clauses?: Readonly<Record<string, string>>
	hint: string
	options: readonly (readonly [value: string, label: string])[]
}

/**
 * Names a stored choice that the content no longer has, such as a product that isn't sold now; null for a value that no segment can
 * have. Dropping such a choice would turn the segment into all subscribers.
 */
function nameFormer({ offers }: Content, name: SegmentChoice['name'], value: string): string | null {
	if (name === 'tag') return value
	if (name === 'module' || (name === 'quiz' && !value.startsWith(':'))) return `${value} (no longer in the content)`
	const [, answer, code] = (name === 'bought' && /^(yes|no):(.+)$/.exec(value)) || []
	if (code === undefined) return null
	const product = offers.find((offer) => offer.code === code)?.productName ?? `${code} (no longer sold)`
	return answer === 'yes' ? `has ${product}` : `doesn’t have ${product}`
}

/**
 * @param known.tags tags to choose from
 * @param known.stored stored choices, which are offered even if the content no longer has them
 */
export function listSegmentChoices(
	content: Content,
	{ tags = [], stored = {} }: { tags?: readonly string[]; stored?: Partial<SegmentParams> },
): readonly SegmentChoice[] {
	return listKnown(content, tags)
		.map((choice) => {
			const value = stored[choice.name] ?? ''
			const former = value === '' || choice.options.some(([known]) => known === value) ? null : nameFormer(content, choice.name, value)
			return former === null ? choice : { ...choice, options: [...choice.options, [value, former] as const] }
		})
		.filter(({ options }) => options.length > 0)
}

function listKnown(content: Content, tags: readonly string[]): readonly SegmentChoice[] {
	return [
		{
			name: 'source',
			label: 'Source',
			phrase: 'came through the {}',
			hint: 'Where they subscribed.',
			options: SUBSCRIPTION_SOURCES.map((source) => [source, nameOfSource(source)]),
		},
		{
			name: 'quiz',
			label: 'Quiz result',
			phrase: 'got “{}”',
			hint: 'Only known if they have an account.',
			options: nameQuizzes(content).flatMap(({ key, name, results }) =>
				results.map(([type, title]) => [`${key}:${type}`, `${name}: ${title}`] as const),
			),
		},
		{
			name: 'module',
			label: 'Completed',
			phrase: 'completed “{}”',
			hint: 'A module that they finished.',
			options: content.allModulePages.map(({ id }) => [String(id), content.nameModule(id)]),
		},
		{
			name: 'progress',
			label: 'Progress',
			phrase: '{}',
			clauses: PROGRESS_CLAUSES,
			hint: 'How far they are in the course.',
			options: PROGRESS_STATES.map((state) => [state, PROGRESS_WORDS[state]]),
		},
		{
			name: 'bought',
			label: 'Bought',
			phrase: '{}',
			hint: 'Also people with complimentary access.',
			options: [
				...['yes', 'no'].map((value) => [value, nameOfSource(value)] as const),
				...(content.offers.length > 1 ? content.offers : []).flatMap(({ code, productName }) => [
					[`yes:${code}`, `has ${productName}`] as const,
					[`no:${code}`, `doesn’t have ${productName}`] as const,
				]),
			],
		},
		{
			name: 'tag',
			label: 'Tag',
			phrase: 'has the tag “{}”',
			hint: 'A tag that your team put on their account.',
			options: tags.map((tag) => [tag, tag] as const),
		},
	]
}

/** Returns the tag in a URL; empty if there is none. */
export function readTag(typed: string | null | undefined): string {
	const parsed = parseTag(typed ?? '')
	return 'name' in parsed ? parsed.name : ''
}

/**
 * Reads the segment in a URL, ignoring unknown choices. A tag is kept even if no one has it anymore: without it, the link would list
 * everyone.
 */
export const readSegment = async (content: Content, read: (name: string) => string | null | undefined) =>
	chooseSegment(listSegmentChoices(content, { stored: { tag: readTag(read('tag')) } }), read)

function chooseSegment(
	choices: readonly SegmentChoice[],
	read: (name: SegmentChoice['name']) => string | null | undefined,
): { segment: Segment; words: SegmentParams; title: string } {
	const chosen = choices.flatMap(({ name, label, options }) => {
		const option = options.find(([value]) => value === read(name))
		return option ? [{ name, label, value: option[0], option: option[1] }] : []
	})
	const words = {
		source: '',
		quiz: '',
		module: '',
		progress: '',
		bought: '',
		tag: '',
		...Object.fromEntries(chosen.map(({ name, value }) => [name, value])),
	}
	return { segment: toSegment(words), words, title: chosen.map(({ label, option }) => `${label}: ${option}`).join(', ') || 'all' }
}
