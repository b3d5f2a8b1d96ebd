import { useEffect, useRef, useState } from 'react'

import type { ModuleToKeep } from '#app/lib/keep-module.ts'
import { canKeep, FRESH_MS, useKeptModules } from '#app/lib/kept-modules.ts'
import { findRefusal } from '#app/lib/own-api.ts'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast } from '#app/ui/toast-store.ts'

export type KeepProblem = 'no-room' | 'refused' | 'offline' | 'evicted'

/** The code is loaded only by learners who keep a module. */
const fetchKeeping = () => import('#app/lib/keep-module.ts')

function problemOf(error: unknown): KeepProblem {
	if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'no-room'
	return findRefusal(error) === null ? 'offline' : 'refused'
}

/** Answers after which the copy must not stay either: no session, no access, no such lesson. */
const isFinal = (error: unknown) => [401, 403, 404].includes(findRefusal(error)?.status ?? 0)

/**
 * One module on this device: keeping it, and removing it. A kept one is brought up to date when its page is opened with a
 * connection, and removed when the server does not open it any more.
 * @param isKnown the account has heard of the learner's progress, by which it decides which module is open
 */
export function useKeptModule(module: ModuleToKeep, isKnown: boolean) {
	const kept = useKeptModules()[module.moduleId] ?? null
	const [share, setShare] = useState<number | null>(null)
	const [problem, setProblem] = useState<KeepProblem | null>(null)
	const isStale = useRef(true)

	async function keep() {
		setProblem(null)
		setShare(0)
		// A browser that agrees removes it only when asked to; nothing depends on the answer.
		void navigator.storage?.persist?.().catch(() => {})
		try {
			await (await fetchKeeping()).keepModule(module, setShare)
			isStale.current = false
		} catch (error) {
			reportProblem('The module was not kept', error)
			setProblem(problemOf(error))
		}
		setShare(null)
	}

	const keptAt = kept?.keptAt ?? null
	useEffect(() => {
		if (keptAt === null) return
		fetchKeeping()
			.then(({ dropEvicted }) => dropEvicted(module.moduleId))
			.then(
				(isGone) => isGone && setProblem('evicted'),
				// A browser that cannot look now is asked at the next visit.
				() => {},
			)
	}, [keptAt, module.moduleId])
	useEffect(() => {
		if (!isKnown || keptAt === null || !isStale.current || !canKeep() || !navigator.onLine) return
		isStale.current = false
		// A clock that was set back counts as a copy of long ago.
		if (Math.abs(Date.now() - keptAt) < FRESH_MS) return
		const bringUpToDate = async () => (await fetchKeeping()).keepModule(module)
		bringUpToDate().catch(async (error: unknown) => {
			if (!isFinal(error)) return
			await (await fetchKeeping()).forgetModule(module.moduleId)
			toast({ title: 'Removed from this device', description: 'Your account no longer opens this module.' })
		})
		// oxlint-disable-next-line react/exhaustive-deps -- once for each visit; the module's parts are new objects each time
	}, [isKnown, keptAt])

	return { kept, share, problem, keep, forget: async () => (await fetchKeeping()).forgetModule(module.moduleId) }
}
