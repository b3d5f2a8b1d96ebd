import { type Segment, SUBSCRIPTION_SOURCES } from '#server/services/people/newsletter/segment.ts'

/** Parses a segment from a form, a URL or a stored issue: `source`, `quiz` as `key:type`, `module`, `bought` as `yes` or `no`. */
export function toSegment(words: unknown): Segment {
	const { source, quiz, module, bought } = (words ?? {}) as Readonly<Record<string, string | undefined>>
	const [key = '', type = ''] = (quiz ?? '').split(':')
	const known = SUBSCRIPTION_SOURCES.find((each) => each === source)
	return {
		...(known && { source: known }),
		...(key !== '' && { quiz: { key, type } }),
		...(module && { finished: module }),
		...((bought === 'yes' || bought === 'no') && { bought: bought === 'yes' }),
	}
}
