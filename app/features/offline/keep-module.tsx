import { useEffect, useState } from 'react'

import { estimateBytes } from '#app/lib/keep-module.ts'
import { canKeepModules } from '#app/lib/kept-modules.ts'
import { Button } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { formatLocalDay } from '#contracts/format-day.ts'

import type { KeepProblem, useKeptModule } from './use-kept-module.ts'

const PROBLEMS: Record<KeepProblem, string> = {
	'no-room': 'There isn’t enough space on this device.',
	refused: 'You don’t have access to this module yet.',
	evicted: 'Your browser removed it to free up space. You can save it again.',
	offline: 'We couldn’t reach the server. Check your connection and try again.',
}

const inMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

type KeepModuleProps = { module: ReturnType<typeof useKeptModule>; lessons: number }

export function KeepModule({ module: { kept, share, problem, keep, forget }, lessons }: KeepModuleProps) {
	const [estimate, setEstimate] = useState<number | null>(null)
	const [isOffered, setOffered] = useState(false)
	const isKept = kept !== null
	useEffect(() => {
		if (!canKeepModules()) return
		setOffered(true)
		// While offline, there is no estimate. A click on the button then shows the error.
		if (!isKept) estimateBytes(lessons).then(setEstimate, () => {})
	}, [lessons, isKept])
	if (!isOffered) return null
	return (
		<section aria-labelledby="without-connection" className="max-w-read">
			<h3 id="without-connection">Offline</h3>
			<p className="mt-3">
				{kept
					? `Saved offline on ${formatLocalDay(kept.keptAt)}, ${inMegabytes(kept.bytes)}. Open it online now and then to keep it up to date.`
					: 'Texts, figures, exercises and checks of this module will open without the internet. Open it online again while signed in to save your work to your account.'}
			</p>
			<div className="mt-4 grid gap-4 justify-items-start">
				{share === null ? (
					<Button variant="secondary" onClick={() => void (kept ? forget() : keep())}>
						<Icon name={kept ? 'close' : 'download'} />
						{kept ? 'Remove from this device' : `Save for offline${estimate === null ? '' : ` (${inMegabytes(estimate)})`}`}
					</Button>
				) : (
					<div className="w-full">
						<p className="mb-2">Saving for offline…</p>
						<ProgressBar label="Saving the module" value={Math.round(share * 100)} />
					</div>
				)}
				<p role="status" className="sr-only">
					{kept ? 'This module is saved offline.' : ''}
				</p>
				{problem && !(problem === 'evicted' && kept) && (
					<Alert title={problem === 'evicted' ? 'No longer saved offline' : 'Not saved'}>
						<p>{PROBLEMS[problem]}</p>
					</Alert>
				)}
			</div>
		</section>
	)
}
