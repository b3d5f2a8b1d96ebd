import { useEffect, useRef } from 'react'

import { reportPassedSection } from './section-notice.ts'

type Way = { moduleId: number; sections: readonly { id: string }[]; index: number; isOpen: boolean }

/** Reports a section as passed when the learner moves from it to a later one. */
export function useSectionNotice({ moduleId, sections, index, isOpen }: Way): void {
	const last = useRef<number | null>(null)
	useEffect(() => {
		if (!isOpen) return
		const left = last.current === null || last.current >= index ? undefined : sections[last.current]
		last.current = index
		if (left) void reportPassedSection({ moduleId, sectionId: left.id })
	}, [isOpen, index, moduleId, sections])
}
