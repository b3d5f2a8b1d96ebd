import { useEffect, useState } from 'react'

import { consolePaths } from '#contracts/console-paths.ts'
import type { AudienceReach } from '#server/services/people/newsletter-issues/issue-counts.ts'

/** Debounce before the server counts the audience. */
const DEBOUNCE_MS = 250

export type AudienceCount = { is: 'counting' } | ({ is: 'counted' } & AudienceReach) | { is: 'unknown' }

export const AUDIENCE_COUNT_MESSAGES = {
	counting: 'Counting…',
	unknown: 'We couldn’t count the recipients. Change the audience to try again.',
}

/** @param query fields of the audience, as a form sends them */
async function askCount(query: string, signal: AbortSignal): Promise<AudienceCount> {
	const answer = await fetch(`${consolePaths.audience}?${query}`, { signal })
	if (!answer.ok) return { is: 'unknown' }
	return { is: 'counted', ...((await answer.json()) as AudienceReach) }
}

/** Counts the subscribers of the current choices. A count is never returned for other choices. */
export function useAudienceCount(query: string): AudienceCount {
	const [last, setLast] = useState<{ of: string; counted: AudienceCount } | null>(null)
	useEffect(() => {
		const asking = new AbortController()
		const show = (counted: AudienceCount) => {
			if (!asking.signal.aborted) setLast({ of: query, counted })
		}
		const timer = setTimeout(() => {
			askCount(query, asking.signal).then(show, () => show({ is: 'unknown' }))
		}, DEBOUNCE_MS)
		return () => {
			clearTimeout(timer)
			asking.abort()
		}
	}, [query])
	return last?.of === query ? last.counted : { is: 'counting' }
}

/** Counts saved audiences, one after another, so that a long list doesn’t load the database with all of them at once. */
export function useAudienceCounts(ids: readonly string[]): ReadonlyMap<string, AudienceCount> {
	const [counts, setCounts] = useState<ReadonlyMap<string, AudienceCount>>(new Map())
	const list = ids.join()
	useEffect(() => {
		const asking = new AbortController()
		void (async () => {
			for (const id of list.split(',')) {
				const counted = await askCount(`audience=${id}`, asking.signal).catch((): AudienceCount => ({ is: 'unknown' }))
				if (asking.signal.aborted) return
				setCounts((before) => new Map([...before, [id, counted]]))
			}
		})()
		return () => asking.abort()
	}, [list])
	return counts
}
