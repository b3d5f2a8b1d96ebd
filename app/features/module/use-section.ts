import { useNavigate, useSearchParams } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'

import { readSectionIndex, sectionSearch } from './section-index.ts'

/**
 * State of the open section, kept in the URL for reload, back and bookmarks. Server-rendered HTML doesn't depend on the query, so
 * the first render always shows the first section.
 */
export function useSection(sections: readonly { id: string }[], isCompleted: boolean) {
	const [search] = useSearchParams()
	const isHydrated = useHydrated()
	const navigate = useNavigate()
	const index = readSectionIndex(sections, isHydrated ? search.get('section') : null, isCompleted)
	const goTo = (next: number) => void navigate({ search: sectionSearch(sections, next) })
	return { index, goTo }
}
