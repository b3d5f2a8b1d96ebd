import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'

import { readSectionIndex, sectionSearch } from './section-index.ts'

/** Moves focus to the section's heading when the section changes, so that keyboards and screen readers start at its top. */
export function useFocusHeading(index: number) {
	const heading = useRef<HTMLHeadingElement>(null)
	const last = useRef(index)
	const { key, hash } = useLocation()
	// No focus change on the first page of a visit, or if the URL's hash targets something in the section, which gets the focus
	// instead.
	const isElsewhere = key === 'default' || hash !== ''
	useEffect(() => {
		if (last.current === index) return
		last.current = index
		if (!isElsewhere) heading.current?.focus({ preventScroll: true })
	}, [index, isElsewhere])
	return heading
}

/** Reads the section from the URL. The first render shows the first section, because server-rendered HTML has no query. */
export function useSection(sections: readonly { id: string }[], isCompleted: boolean) {
	const [search] = useSearchParams()
	const isHydrated = useHydrated()
	const navigate = useNavigate()
	const index = readSectionIndex(sections, isHydrated ? search.get('section') : null, isCompleted)
	const goTo = (next: number) => void navigate({ search: sectionSearch(sections, next) })
	return { index, goTo }
}
