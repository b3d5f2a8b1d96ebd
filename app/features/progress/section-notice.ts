import { useEffect, useRef } from 'react'

import { storedValue } from '#app/lib/browser-storage.ts'
import { callFunction } from '#app/lib/call-function.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { readSession } from '#app/lib/stored-session.ts'
import { reportWarning } from '#app/ui/report-problem.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'

type Notified = { owner: string; sections: readonly string[] }

function parseNotified(raw: unknown): Notified | null {
	if (typeof raw !== 'object' || raw === null || !('owner' in raw) || !('sections' in raw)) return null
	const { owner, sections } = raw
	if (typeof owner !== 'string' || !Array.isArray(sections)) return null
	return { owner, sections: sections.filter((section) => typeof section === 'string') }
}

const notified = storedValue(storageKeys.notifiedSections, parseNotified)
/** Keys of calls in progress, and of sections reported in this visit, for browsers without storage. */
const inThisVisit = new Set<string>()

const notifiedBy = (owner: string): readonly string[] => {
	const stored = notified.read()
	return stored?.owner === owner ? stored.sections : []
}

export type CompletedSection = { moduleId: number; sectionId: string }

/**
 * Reports a section that the learner has moved past, once per section and account. The server may send an SMS. Never rejects. A failed call
 * is repeated the next time, unless the server refused it.
 */
export async function reportPassedSection({ moduleId, sectionId }: CompletedSection): Promise<void> {
	const session = readSession()
	if (session.status !== 'signed-in') return
	const owner = session.user.id
	const section = progressKey.section(moduleId, sectionId)
	const visit = `${owner} ${section}`
	if (inThisVisit.has(visit) || notifiedBy(owner).includes(section)) return
	inThisVisit.add(visit)
	try {
		const answer = await callFunction('send-course-progress-sms', { moduleId, sectionId, milestone: 'section_completed' })
		notified.write({ owner, sections: [...notifiedBy(owner), section] })
		const reason = answer?.message ?? answer?.error
		if (answer?.success !== true)
			reportWarning(`No course progress SMS for ${section}: ${typeof reason === 'string' ? reason : 'no answer'}`)
	} catch (error) {
		inThisVisit.delete(visit)
		reportWarning(`The course progress notification of ${section} didn’t reach the server`, error)
	}
}

type Way = { moduleId: number; sections: readonly { id: string }[]; index: number; isOpen: boolean }

/** Reports a section when the learner moves from it to a later one. */
export function useSectionNotice({ moduleId, sections, index, isOpen }: Way): void {
	const last = useRef<number | null>(null)
	useEffect(() => {
		if (!isOpen) return
		const left = last.current === null || last.current >= index ? undefined : sections[last.current]
		last.current = index
		if (left) void reportPassedSection({ moduleId, sectionId: left.id })
	}, [isOpen, index, moduleId, sections])
}
