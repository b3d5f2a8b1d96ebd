/** The career tracks, in the order that breaks the last tie. */
export const TRACK_IDS = ['affiliate-marketer', 'digital-product-creator', 'online-coach-consultant'] as const
export type TrackId = (typeof TRACK_IDS)[number]

export const CAREER_QUESTION_COUNT = 10

/** Tracks that an answer votes for. The second has less weight. */
export type TrackVote = { first: TrackId; second: TrackId | null }

const POINTS_FIRST = 2
const POINTS_SECOND = 1

export type RankedTrack = {
	id: TrackId
	points: number
	/** The track's points as a percentage of the maximum. */
	match: number
	/** Indexes of the questions whose answer puts this track first. */
	reasons: readonly number[]
	/** Points from each question, in the order of the questions: 2, 1 or 0. */
	scores: readonly number[]
}

/**
 * Ranks the tracks: two points for each vote that puts the track first, one for each that puts it second. Ties are broken by number
 * of first votes, then earliest first vote, then the order of `TRACK_IDS`.
 * @param votes one per question, in order
 */
export function rankTracks(votes: readonly TrackVote[]): RankedTrack[] {
	const most = votes.length * POINTS_FIRST
	const ranked = TRACK_IDS.map((id) => {
		const scores = votes.map(({ first, second }) => (first === id ? POINTS_FIRST : second === id ? POINTS_SECOND : 0))
		const reasons = scores.flatMap((score, index) => (score === POINTS_FIRST ? [index] : []))
		const points = scores.reduce<number>((sum, score) => sum + score, 0)
		return { id, points, match: most === 0 ? 0 : Math.round((points / most) * 100), reasons, scores }
	})
	return ranked.toSorted((a, b) => b.points - a.points || b.reasons.length - a.reasons.length || earliest(a) - earliest(b))
}

const earliest = ({ reasons }: RankedTrack) => reasons[0] ?? Number.MAX_SAFE_INTEGER

/** Returns the criterion that decided that a track ranks above the next one. */
export function rankingCriterion(above: RankedTrack, below: RankedTrack): 'points' | 'firsts' | 'earliest' | 'order' {
	if (above.points !== below.points) return 'points'
	if (above.reasons.length !== below.reasons.length) return 'firsts'
	return earliest(above) === earliest(below) ? 'order' : 'earliest'
}

const OPTION_INDEXES = ['0', '1', '2'] as const

/** Allowed values in a stored result: the first track, and the index of each picked option. */
export const CAREER_RESULT_VALUES: readonly string[] = [...TRACK_IDS, ...OPTION_INDEXES]
