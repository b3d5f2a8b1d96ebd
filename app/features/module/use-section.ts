import { useSyncExternalStore } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { readSectionIndex, sectionSearch } from './section-index.ts'

const never = () => () => {}

/**
 * The open section, kept in the address so that reload, back and a bookmark find it again. Prerendered pages know no
 * query, so the first render is always the first section.
 */
export function useSection(sections: readonly { id: string }[], isCompleted: boolean) {
	const [search] = useSearchParams()
	const isHydrated = useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
	const navigate = useNavigate()
	const index = readSectionIndex(sections, isHydrated ? search.get('section') : null, isCompleted)
	const goTo = (next: number) => void navigate({ search: sectionSearch(sections, next) })
	return { index, goTo }
}
