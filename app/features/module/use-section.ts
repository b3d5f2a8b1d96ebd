import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { clampSectionIndex } from '#domain/gating/module-progress.ts'

/** Value of `?section=` for the completion screen, which follows a module's last section. */
export const COMPLETION_STEP = 'complete'

type Sections = readonly { id: string }[]

/**
 * Parses `?section=`; `sections.length` is the completion screen. Returns the first section for an unknown name, and the last
 * section instead of an incomplete module's completion screen.
 */
export function readSectionIndex(sections: Sections, name: string | null, isCompleted: boolean): number {
	if (name === COMPLETION_STEP) return isCompleted ? sections.length : clampSectionIndex(sections.length - 1, sections.length)
	return Math.max(
		sections.findIndex(({ id }) => id === name),
		0,
	)
}

export function sectionSearch(sections: Sections, index: number): string {
	if (index >= sections.length) return `?section=${COMPLETION_STEP}`
	const section = sections[index]
	return index <= 0 || !section ? '' : `?section=${section.id}`
}

/** Moves focus to the section's heading when the section changes, so that keyboards and screen readers start at its top. */
export function useFocusHeading(index: number) {
	const heading = useRef<HTMLHeadingElement>(null)
	const last = useRef(index)
	const { key, hash } = useLocation()
	// Doesn't move focus on the first page of a visit, or if the URL's hash names an element, which gets focus instead.
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
