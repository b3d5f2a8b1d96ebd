import { useEffect, useState } from 'react'

import { consolePaths } from '#contracts/console-paths.ts'
import type { SearchResult } from '#server/console/search/read-search.ts'

const PAUSE_MS = 150

type Search = {
	state: 'idle' | 'searching' | 'done' | 'failed' | 'signed-out'
	found: readonly SearchResult[]
	/** The query that `found` belongs to. */ typed: string
}

const NONE: Search = { state: 'idle', found: [], typed: '' }

export function usePaletteSearch(typed: string): Search & { isSearching: boolean } {
	const query = typed.trim()
	const [search, setSearch] = useState(NONE)
	useEffect(() => {
		if (query === '') return setSearch(NONE)
		setSearch((before) => ({ ...before, state: 'searching' }))
		const stop = new AbortController()
		async function load() {
			const answer = await fetch(`${consolePaths.find}?q=${encodeURIComponent(query)}`, { signal: stop.signal, redirect: 'manual' })
			// The session has ended: the server redirects to the sign-in page.
			if (answer.type === 'opaqueredirect') return setSearch({ state: 'signed-out', found: [], typed: query })
			if (!answer.ok) throw new Error(`the search returned ${answer.status}`)
			const found = (await answer.json()) as SearchResult[]
			setSearch({ state: 'done', found, typed: query })
		}
		const timer = setTimeout(() => {
			load().catch(() => {
				if (!stop.signal.aborted) setSearch({ state: 'failed', found: [], typed: query })
			})
		}, PAUSE_MS)
		return () => {
			clearTimeout(timer)
			stop.abort()
		}
	}, [query])
	return { ...search, isSearching: query !== '' && (search.state === 'searching' || search.typed !== query) }
}
