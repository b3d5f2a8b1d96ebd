import { useEffect, useRef, useState } from 'react'

import type { ModuleToKeep } from '#app/lib/keep-module.ts'
import { canKeepModules, KEPT_MODULE_FRESH_MS, useKeptModules } from '#app/lib/kept-modules.ts'
import { findRefusal } from '#app/lib/own-api.ts'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast } from '#app/ui/toast-store.ts'

export type KeepProblem = 'no-room' | 'refused' | 'offline' | 'evicted'

/** Dynamic import: only learners who keep a module load this code. */
const fetchKeeping = () => import('#app/lib/keep-module.ts')

function problemOf(error: unknown): KeepProblem {
	if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'no-room'
	return findRefusal(error) === null ? 'offline' : 'refused'
}

/** True for errors after which the copy must be removed: the session has ended, access was lost, or the lesson no longer exists. */
const isFinal = (error: unknown) => [401, 403, 404].includes(findRefusal(error)?.status ?? 0)

/**
 * Refreshes a module saved for offline use when its page is opened online, or removes it if the account has lost access.
 * @param isKnown true once the account has received the learner's progress, which decides which modules are open
 */
export function useKeptModule(module: ModuleToKeep, isKnown: boolean) {
	const kept = useKeptModules()[module.moduleId] ?? null
	const [share, setShare] = useState<number | null>(null)
	const [problem, setProblem] = useState<KeepProblem | null>(null)
	const isStale = useRef(true)

	async function keep() {
		setProblem(null)
		setShare(0)
		// Asks the browser not to evict the site's storage. The copy is kept even if it refuses.
		void navigator.storage?.persist?.().catch(() => {})
		try {
			await (await fetchKeeping()).keepModule(module, setShare)
			isStale.current = false
		} catch (error) {
			reportProblem('The module wasn’t saved offline', error)
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
				// If the cache can't be read now, the next visit tries again.
				() => {},
			)
	}, [keptAt, module.moduleId])
	useEffect(() => {
		if (!isKnown || keptAt === null || !isStale.current || !canKeepModules() || !navigator.onLine) return
		isStale.current = false
		// Math.abs: if the clock was set back, the copy counts as old.
		if (Math.abs(Date.now() - keptAt) < KEPT_MODULE_FRESH_MS) return
		const bringUpToDate = async () => (await fetchKeeping()).keepModule(module)
		bringUpToDate().catch(async (error: unknown) => {
			if (!isFinal(error)) return
			await (await fetchKeeping()).forgetModule(module.moduleId)
			toast({ title: 'Removed from this device', description: 'Your account no longer has access to this module.' })
		})
		// oxlint-disable-next-line react/exhaustive-deps -- once per visit; the module's objects differ on each render
	}, [isKnown, keptAt])

	return { kept, share, problem, keep, forget: async () => (await fetchKeeping()).forgetModule(module.moduleId) }
}
